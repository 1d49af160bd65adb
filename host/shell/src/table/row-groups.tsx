import type { Column } from '@atrium/sdk/documents'
import type { DataRecord } from '../api/paths.ts'
import { dayOf } from '../values/calendar-day.ts'
import { formatDay, readDate } from '../values/dates.ts'
import { Blank, isBlank } from '../values/blank.tsx'
import { ColumnValue } from './columns.tsx'
import styles from './row-groups.module.css'
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

const isInstant = (kind: Column['kind']) => kind === 'datetime' || kind === 'since'

interface GroupRowProps {
  column: Column
  /** The first record of the group. */
  record: DataRecord
  /** All records of the page. */
  records: readonly DataRecord[]
  /** The number of cells in a row. */
  span: number
}

/** The heading of a group: what its records have in common. */
export function GroupRow({ column, record, records, span }: GroupRowProps) {
  const value = record[column.name]
  const instant = isInstant(column.kind) ? readDate(value) : null
  return (
    <tr className={styles.group} data-group>
      <th scope="rowgroup" colSpan={span}>
        <span className={styles.label}>{column.label}</span>
        {instant ? (
          formatDay(instant)
        ) : isBlank(value) ? (
          <Blank />
        ) : (
          <ColumnValue column={column} value={value} records={records} />
        )}
      </th>
    </tr>
  )
}
