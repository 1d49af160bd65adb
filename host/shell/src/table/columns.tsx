import type { Column } from '@atrium/sdk/documents'
import type { ComponentType } from 'react'
import type { DataRecord } from '../api/paths.ts'
import {
  BadgeValue,
  BooleanValue,
  DatetimeValue,
  DateValue,
  MoneyValue,
  NumberValue,
  RelationValue,
  SinceValue,
  TagsValue,
  TextValue,
} from '../values/value-kinds.tsx'
import styles from './columns.module.css'

/** The props of a renderer of cells. */
export interface ColumnProps<Kind extends Column['kind'] = Column['kind']> {
  column: Extract<Column, { kind: Kind }>
  value: unknown
  /** All records of the page. */
  records: readonly DataRecord[]
}

type ColumnRenderers = { [Kind in Column['kind']]: ComponentType<ColumnProps<Kind>> }

/** One renderer for each kind of column: a kind without one does not compile. */
export const columns: ColumnRenderers = {
  text: TextColumn,
  number: NumberValue,
  money: ({ column, value }) => <MoneyValue value={value} currency={column.currency} />,
  boolean: BooleanValue,
  badge: ({ column, value }) => <BadgeValue value={value} options={column.options} colors={column.colors} />,
  tags: TagsValue,
  date: DateValue,
  datetime: DatetimeValue,
  since: SinceValue,
  relation: RelationColumn,
}

/** A text, on one line unless the column wraps. */
function TextColumn({ column, value }: ColumnProps<'text'>) {
  return (
    <span className={column.wrap ? styles.wrapped : styles.line}>
      <TextValue value={value} options={column.options} format={column.format} />
    </span>
  )
}

/** The title of the related record. The related records of the whole page are read with one request. */
function RelationColumn({ column, value, records }: ColumnProps<'relation'>) {
  const siblings = records.map((record) => record[column.name])
  return <RelationValue value={value} relation={column.relation} siblings={siblings} />
}
