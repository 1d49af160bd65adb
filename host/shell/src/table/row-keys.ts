import type { KeyboardEvent } from 'react'

/** The link of a row and the pencils of its cells, which the arrow keys walk through. */
const STOPS = 'td > a, td > [data-pencil]'

/**
 * Moves the focus within a row: → and ← go from the link through the values that can be changed.
 * @returns whether the key did anything
 */
export function walkRow(event: KeyboardEvent<HTMLTableRowElement>): boolean {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(STOPS)]
  const at = stops.findIndex((each) => each === event.target)
  const next = at === -1 ? undefined : stops[at + step]
  next?.focus()
  return next !== undefined
}
