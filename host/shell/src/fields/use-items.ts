import { useState, useLayoutEffect, useRef } from 'react'
import { useForm } from '../form/form-scope.ts'
import { initialValues, isEmpty } from '../form/form-values.ts'
import { itemSet, itemsOf } from '../form/field-set.ts'

interface FocusTarget {
  /** Of the object; undefined where none is left. */
  key: number | undefined
  part: 'field' | 'up' | 'down' | 'remove'
}

const FIELDS = 'input:not([type="hidden"]), textarea, [role="combobox"]'

/** Keeps the focus where one works in a list: an object that is moved, or is gone, would take it along or lose it. */
export function useItemFocus() {
  const list = useRef<HTMLFieldSetElement>(null)
  const next = useRef<FocusTarget | null>(null)

  useLayoutEffect(() => {
    if (next.current === null || list.current === null) return
    const target = focusTarget(list.current, next.current)
    if (target === null) return
    next.current = null
    target.focus()
  })

  return {
    list,
    /** Goes there as soon as it is rendered. */
    focusOn: (target: FocusTarget) => {
      next.current = target
    },
  }
}

function focusTarget(list: HTMLElement, { key, part }: FocusTarget): HTMLElement | null {
  if (key === undefined) return list.querySelector('[data-part="add"]')
  const item = list.querySelector(`[data-item="${key}"]`)
  if (item === null) return null
  if (part === 'field') return item.querySelector(FIELDS)
  const tools = ['up', 'down', 'remove'].map((name) => item.querySelector<HTMLButtonElement>(`[data-part="${name}"]`))
  const wanted = tools.find((tool) => tool?.dataset.part === part && !tool.disabled)
  return wanted ?? tools.find((tool) => tool?.disabled === false) ?? null
}

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
