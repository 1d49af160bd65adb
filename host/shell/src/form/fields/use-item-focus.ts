import { useLayoutEffect, useRef } from 'react'

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
    const target = find(list.current, next.current)
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

function find(list: HTMLElement, { key, part }: FocusTarget): HTMLElement | null {
  if (key === undefined) return list.querySelector('[data-part="add"]')
  const item = list.querySelector(`[data-item="${key}"]`)
  if (item === null) return null
  if (part === 'field') return item.querySelector(FIELDS)
  const tools = ['up', 'down', 'remove'].map((name) => item.querySelector<HTMLButtonElement>(`[data-part="${name}"]`))
  const wanted = tools.find((tool) => tool?.dataset.part === part && !tool.disabled)
  return wanted ?? tools.find((tool) => tool?.disabled === false) ?? null
}
