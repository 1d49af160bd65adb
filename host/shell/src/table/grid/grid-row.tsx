import { memo } from 'react'
import type { ReactNode } from 'react'
import type { DataRecord } from '../../api/paths.ts'
import { ColumnValue } from '../columns.tsx'
import { FittingTags } from '../fitting-tags.tsx'
import type { ShownColumn } from '../layout.ts'
import { columnAlign, columnWidth } from '../record-cell.tsx'
import styles from './grid-table.module.css'

interface GridRowProps {
  record: DataRecord
  /** All records of the page. */
  records: readonly DataRecord[]
  columns: readonly ShownColumn[]
  /** The number of the row in the whole list; the header is 1. */
  rowIndex: number
  /** The column of the cell that Tab reaches; -1: it is in another row. */
  focused: number
  /** The first and last chosen column; -1: the row has no chosen cell. */
  from: number
  to: number
  /** The names of the columns that can be changed, joined by spaces. A text, so that equal ones do not render the row again. */
  editable: string
  /** The reasons why values were not changed, by field. */
  refusals: Readonly<Record<string, string>> | undefined
  /** The editor, in the focused cell. */
  editor: ReactNode
}

/** One record. It renders again only if something of its own changes, because a page may have 500 of them. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { record, records, columns, rowIndex, focused, from, to, editable, refusals, editor } = props
  const names = new Set(editable.split(' '))
  return (
    <tr role="row" aria-rowindex={rowIndex} className={styles.row}>
      {columns.map((column, index) => {
        const refusal = refusals?.[column.name]
        const isReadOnly = editable !== '' && !names.has(column.name)
        return (
          <td
            key={column.name}
            role="gridcell"
            tabIndex={index === focused ? 0 : -1}
            aria-colindex={index + 1}
            aria-selected={index >= from && index <= to}
            aria-readonly={isReadOnly || undefined}
            aria-invalid={refusal === undefined ? undefined : true}
            title={refusal}
            data-align={columnAlign(column)}
            {...columnWidth(column)}
          >
            {column.kind === 'tags' ? (
              <FittingTags value={record[column.name]} isPassive />
            ) : (
              <ColumnValue column={column} value={record[column.name]} records={records} />
            )}
            {index === focused && editor}
          </td>
        )
      })}
    </tr>
  )
})
