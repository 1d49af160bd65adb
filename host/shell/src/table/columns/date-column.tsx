import { DateValue } from '../../values/value-kinds.tsx'
import type { ColumnProps } from './column-props.ts'

/** A cell that shows a day. */
export function DateColumn({ value }: ColumnProps<'date'>) {
  return <DateValue value={value} />
}
