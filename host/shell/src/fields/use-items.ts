import { useLayoutEffect, useRef, useState } from 'react'
import { useForm } from '../form/form-scope.ts'
import { initialValues, isEmpty } from '../form/form-values.ts'
import { itemSet, itemsOf } from '../form/field-set.ts'
import { t } from '../language/t.ts'

/**
 * The objects of a list, with functions to add, remove and move them. After each change the focus stays in place, and `said` announces it
 * to screen readers.
 */
export function useItemChanges(name: string, titleOf: (index: number) => string) {
  const { items, keys, add, remove, move } = useItems(name)
  const { list, focusOn } = useItemFocus()
  const [said, say] = useState('')
  return {
    /** The ref of the element around the list. */
    element: list,
    items,
    keys,
    said,
    add: () => {
      focusOn({ key: add(), part: 'field' })
      say(t('{title} added', { title: titleOf(items.length) }))
    },
    remove: (index: number) => {
      focusOn({ key: keys[index + 1] ?? keys[index - 1], part: 'remove' })
      remove(index)
      say(t('{title} removed', { title: titleOf(index) }))
    },
    move: (index: number, to: number) => {
      focusOn({ key: keys[index], part: to < index ? 'up' : 'down' })
      move(index, to)
      say(t('{title} moved to position {position}', { title: titleOf(index), position: to + 1 }))
    },
  }
}

type Item = Readonly<Record<string, unknown>>

/** The objects of a list, with functions to change it. Each object keeps its key when it is moved. */
function useItems(name: string) {
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
      const initial = set ? Object.entries(initialValues(set, null)).filter(([, value]) => !isEmpty(value)) : []
      const key = Math.max(0, ...keys) + 1
      change([...items, Object.fromEntries(initial)], [...keys, key])
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

interface FocusTarget {
  /** The key of an object of the list; undefined for the Add button. */
  key: number | undefined
  part: 'field' | 'up' | 'down' | 'remove'
}

const FIELDS = 'input:not([type="hidden"]), textarea, [role="combobox"]'

/** Keeps the focus in place when an object of a list is added, moved or removed. */
function useItemFocus() {
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
    /** Moves the focus after the next rendering. */
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
