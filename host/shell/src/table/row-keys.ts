import type { KeyboardEvent } from 'react'
import { readingKey } from '../language/direction.ts'

/** The link of a row and the pencils of its cells, which the arrow keys walk through. */
const STOPS = 'td > a, td > [data-pencil]'

/**
 * Moves the focus: ← and → go through the values of a row that can be changed, beginning at its link; ↑ and ↓ go to the same value of the
 * next row.
 * @returns whether the key did anything
 */
export function walkRows(event: KeyboardEvent<HTMLTableRowElement>): boolean {
  const { currentTarget: row, target } = event
  const key = readingKey(event.key)
  const stops = stopsOf(row)
  const at = stops.findIndex((stop) => stop === target)
  if (at === -1 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
  if (key === 'ArrowRight' || key === 'ArrowLeft') return focus(stops[at + (key === 'ArrowRight' ? 1 : -1)])
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return false
  const next = stopsOf(nextRow(row, key === 'ArrowDown' ? 'nextElementSibling' : 'previousElementSibling'))[0]
  const column = columnOf(stops[at])
  // The pencils of a row appear when it has the focus.
  requestAnimationFrame(() => focus(next && stopsOf(next.closest('tr')).find((stop) => columnOf(stop) === column)))
  return focus(next)
}

const stopsOf = (row: Element | null) => [...(row?.querySelectorAll<HTMLElement>(STOPS) ?? [])]

const columnOf = (stop: HTMLElement | undefined) => stop?.closest('td')?.cellIndex

/** The next row of a record: headings of groups are passed over. */
function nextRow(row: Element, step: 'nextElementSibling' | 'previousElementSibling'): Element | null {
  const next = row[step]
  return next === null || stopsOf(next).length > 0 ? next : nextRow(next, step)
}

function focus(stop: HTMLElement | undefined): boolean {
  stop?.focus()
  return stop !== undefined
}
