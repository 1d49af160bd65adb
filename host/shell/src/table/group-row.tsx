import type { Column } from '@atrium/sdk/documents'
import type { DataRecord } from '../api/paths.ts'
import { Blank, isBlank } from '../values/blank.tsx'
import { formatDay, readDate } from '../values/dates.ts'
import { ColumnValue } from './columns.tsx'
import { isInstant } from './row-groups.ts'
import styles from './group-row.module.css'

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
