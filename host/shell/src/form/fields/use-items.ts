import { useState } from 'react'
import { useForm } from '../form-scope.ts'
import { initialValues, isEmpty } from '../form-values.ts'
import { itemSet, itemsOf } from '../item-set.ts'

type Item = Readonly<Record<string, unknown>>

/** The objects of a list, each with a key that stays its own wherever it is moved, and what can be done with them. */
export function useItems(name: string) {
  const { definition, values, setValue } = useForm()
  const items = itemsOf(values[name])
  const [known, setKnown] = useState<readonly number[]>([])
  const keys = items.map((_, index) => known[index] ?? -1 - index)

  const change = (next: readonly Item[], nextKeys: readonly number[]) => {
    setKnown(nextKeys)
    setValue(name, next)
  }
  return {
    items,
    keys,
    add: (): number => {
      const set = itemSet(definition, name)
      const begun = set ? Object.entries(initialValues(set, null)).filter(([, value]) => !isEmpty(value)) : []
      const key = Math.max(0, ...keys) + 1
      change([...items, Object.fromEntries(begun)], [...keys, key])
      return key
    },
    remove: (index: number) => change(without(items, index), without(keys, index)),
    move: (index: number, to: number) => change(moved(items, index, to), moved(keys, index, to)),
  }
}

const without = <Each>(all: readonly Each[], index: number) => all.filter((_, at) => at !== index)

function moved<Each>(all: readonly Each[], from: number, to: number): Each[] {
  const rest = without(all, from)
  return [...rest.slice(0, to), ...all.slice(from, from + 1), ...rest.slice(to)]
}
