import { DatetimeValue } from '../../values/value-kinds.tsx'
import type { ColumnProps } from './column-props.ts'

/** A cell that shows an instant. */
export function DatetimeColumn({ value }: ColumnProps<'datetime'>) {
  return <DatetimeValue value={value} />
}
