import type { Option } from '@atrium/sdk/documents'
import type { CalendarEntry } from './calendar-entries.ts'

/** A line of a grid: who or what its entries take. */
export interface GridLine {
  readonly id: string
  readonly label: string
}

/** A line for each that can be taken, and for those that cannot any more but are; last for what takes nobody. */
export function gridLines(choices: readonly Option[] = [], entries: readonly CalendarEntry[]): GridLine[] {
  const lines = new Map(choices.map(({ value, label }) => [String(value), label]))
  for (const { resourceId, resource } of entries)
    if (resourceId !== NOBODY && !lines.has(resourceId)) lines.set(resourceId, resource)
  if (entries.some(({ resourceId }) => resourceId === NOBODY)) lines.set(NOBODY, '–')
  return [...lines].map(([id, label]) => ({ id, label }))
}

/** The line of entries that take nobody. */
export const NOBODY = ''
