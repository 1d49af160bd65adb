import type { KeyboardEvent } from 'react'
import { readingKey } from '../language/direction.ts'

/** The checkbox of a row, its link, and the pencils of its cells, which the arrow keys walk through. */
const STOPS = 'td > input, td > a, td > [data-pencil]'

/** The place where the focus waits until the pencils of its row appear, and the column to which it goes then. */
let waiting: { place: HTMLElement | undefined; column: number | undefined } | null = null

/**
 * Moves the focus: ← and → go through a row: its checkbox, its link, and the values that can be changed. ↑ and ↓ go to the same place of the
 * next row, Home and End to that of the first and the last one.
 * @returns whether the key did anything
 */
export function walkRows(event: KeyboardEvent<HTMLTableRowElement>): boolean {
  const { currentTarget: row, target } = event
  const key = readingKey(event.key)
  const stops = stopsOf(row)
  const at = stops.findIndex((stop) => stop === target)
  if (at === -1 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
  if (key === 'ArrowRight' || key === 'ArrowLeft') return focus(stops[at + (key === 'ArrowRight' ? 1 : -1)])
  const next = stopsOf(rowAt(row, key))
  // Read now: a pencil is gone once its row has lost the focus.
  const column = waiting?.place === target ? waiting.column : columnOf(stops[at])
  const inColumn = (stop: HTMLElement) => columnOf(stop) === column
  const place = next.find(inColumn) ?? next[0]
  const current = (waiting = { place, column })
  // The pencils of a row appear when it has the focus. By then, another key may have moved the focus on.
  requestAnimationFrame(() => {
    if (place === document.activeElement) focus(stopsOf(place.closest('tr')).find(inColumn))
    if (waiting === current) waiting = null
  })
  return focus(place)
}

/** Moves the focus from a place above a list to its first row. */
export const enterRows = (place: Element): boolean =>
  focus(place.closest('section')?.querySelector<HTMLElement>('tbody td > a') ?? undefined)

/** The row to which a key leads; null if it leads nowhere. Of a list with all its records only some rows are in the page, so it has no ends. */
function rowAt(row: Element, key: string): Element | null {
  if (key === 'ArrowDown') return nextRow(row, 'nextElementSibling')
  if (key === 'ArrowUp') return nextRow(row, 'previousElementSibling')
  if (row.closest('[data-whole=true]') !== null) return null
  const rows = [...(row.parentElement?.children ?? [])].filter((each) => stopsOf(each).length > 0)
  if (key === 'Home') return rows[0] ?? null
  return key === 'End' ? (rows.at(-1) ?? null) : null
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
