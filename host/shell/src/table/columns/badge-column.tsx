import { BadgeValue } from '../../values/value-kinds.tsx'
import type { ColumnProps } from './column-props.ts'

/** A cell that shows a state. */
export function BadgeColumn({ column, value }: ColumnProps<'badge'>) {
  return <BadgeValue value={value} options={column.options} colors={column.colors} />
}
