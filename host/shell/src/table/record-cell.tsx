import type { Column } from '@atrium/sdk/documents'
import type { DataRecord } from '../api/records.ts'
import { PathLink } from '../screen/path-link.tsx'
import { rendererFor } from '../screen/renderer-for.ts'
import { TextValue } from '../values/value-kinds.tsx'
import { columnAlign } from './column-align.ts'
import type { ColumnProps } from './columns/column-props.ts'
import { columns } from './columns/index.ts'
import styles from './record-table.module.css'

interface RecordCellProps {
  column: Column
  record: DataRecord
  records: readonly DataRecord[]
  /** Where the record's screen is, in the cell that links to it. */
  href: string | undefined
}

/** One value of a record. A kind of column that this shell does not know is shown as text. */
export function RecordCell({ column, record, records, href }: RecordCellProps) {
  const Renderer = rendererFor<ColumnProps>(columns, column.kind)
  const value = record[column.name]
  const content = Renderer ? <Renderer column={column} value={value} records={records} /> : <TextValue value={value} />
  return (
    <td data-align={columnAlign(column)}>
      {href === undefined ? (
        content
      ) : (
        <PathLink href={href} className={styles.link}>
          {content}
        </PathLink>
      )}
    </td>
  )
}
