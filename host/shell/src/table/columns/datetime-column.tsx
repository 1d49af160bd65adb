import { DatetimeValue } from '../../values/datetime-value.tsx'
import type { ColumnProps } from './column-props.ts'

/** A cell that shows an instant. */
export function DatetimeColumn({ value }: ColumnProps<'datetime'>) {
  return <DatetimeValue value={value} />
}
