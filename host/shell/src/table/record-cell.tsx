import type { Column } from '@atrium/sdk/documents'
import { type CSSProperties, memo, type ReactNode } from 'react'
import type { DataRecord } from '../api/paths.ts'
import { PathLink } from '../screen/path-link.tsx'
import { CopyButton } from '../values/copy-button.tsx'
import { TagsValue, TextValue } from '../values/value-kinds.tsx'
import { ColumnValue } from './columns.tsx'
import type { ShownColumn } from './layout.ts'
import styles from './record-table.module.css'

interface RecordCellProps {
  column: ShownColumn
  record: DataRecord
  records: readonly DataRecord[]
  /** The name of the record, where an element may be drawn. */
  title?: string
  /** The address of the record's screen, in the cell that links to it. */
  href: string | undefined
  /** The button that changes the value in place. */
  pencil?: ReactNode
}

/** One value of a record. It is not rendered again when records are selected. */
export const RecordCell = memo(function RecordCell({ column, record, records, title, href, pencil }: RecordCellProps) {
  const value = record[column.name]
  // A link inside the link to the record could not be hit.
  const isOnlyText = href !== undefined && (column.kind === 'link' || column.kind === 'file')
  // Neither could a button for further tags.
  const isPlain = href !== undefined && column.kind === 'tags'
  const shown = isPlain ? <TagsValue value={value} /> : <ColumnValue {...{ column, value, record, records }} />
  const content = isOnlyText ? <TextValue value={value} /> : shown
  // An element may have controls, which do not belong inside a link.
  const isBeside = column.kind === 'element' && title !== undefined
  return (
    <td data-align={columnAlign(column)} {...columnWidth(column)}>
      {(href === undefined || isBeside) && content}
      {href !== undefined && (
        <PathLink href={href} className={styles.link}>
          {isBeside ? title : content}
        </PathLink>
      )}
      {column.copyable && <CopyButton value={value} label={column.label} />}
      {pencil}
    </td>
  )
})

/** The alignment of a column: as declared, or else numbers at the end, so that their digits line up. */
export function columnAlign({ align, kind }: Column): 'start' | 'center' | 'end' {
  return align ?? (kind === 'number' || kind === 'money' ? 'end' : 'start')
}

/** The attributes of a cell whose column has a width. While the edge of the column is dragged, the table holds its new width. */
export function columnWidth({ name, width }: ShownColumn): { 'data-wide'?: true; style?: CSSProperties } {
  if (width === undefined) return {}
  return { 'data-wide': true, style: { '--width': `var(${widthName(name)}, ${width}px)` } as CSSProperties }
}

/** The property of a table that holds the width of a column while it is dragged. */
export const widthName = (column: string) => `--width-${column}`
