import { RelationValue } from '../../values/value-kinds.tsx'
import type { ColumnProps } from './column-props.ts'

/** The name of the record that a cell points at. */
export function RelationColumn({ column, value, records }: ColumnProps<'relation'>) {
  return (
    <RelationValue value={value} relation={column.relation} siblings={records.map((record) => record[column.name])} />
  )
}
