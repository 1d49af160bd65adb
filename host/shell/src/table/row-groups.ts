import type { Column } from '@atrium/sdk/documents'
import type { DataRecord } from '../api/paths.ts'
import { dayOf } from '../values/calendar-day.ts'
import { readDate } from '../values/dates.ts'
import { isBlank } from '../values/blank.tsx'
import type { TableScope } from './table-scope.ts'

/** The column whose equal values form groups: that of the first order. Undefined if the list is not grouped. */
export function groupColumn({ list: { state }, columns }: TableScope): Column | undefined {
  return state.isGrouped ? columns.all.find(({ name }) => name === state.sort[0]?.field) : undefined
}

/** The records that begin a group. Those that come first on a page begin one, too, because the page does not show what precedes them. */
export function groupStarts(column: Column | undefined, records: readonly DataRecord[]): ReadonlySet<DataRecord> {
  if (column === undefined) return new Set()
  const keys = records.map((record) => groupKey(column, record[column.name]))
  return new Set(records.filter((_, index) => index === 0 || keys[index] !== keys[index - 1]))
}

/** Instants of one day in the person's time zone belong together; other values, if they are equal. */
function groupKey({ kind }: Column, value: unknown): string {
  const instant = isInstant(kind) ? readDate(value) : null
  return instant ? dayOf(instant) : isBlank(value) ? '' : JSON.stringify(value)
}

/** Whether values of this kind are instants, which are grouped by day. */
export const isInstant = (kind: Column['kind']) => kind === 'datetime' || kind === 'since'
