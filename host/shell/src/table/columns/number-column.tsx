import { NumberValue } from '../../values/value-kinds.tsx'
import type { ColumnProps } from './column-props.ts'

/** A cell that shows a number. */
export function NumberColumn({ value }: ColumnProps<'number'>) {
  return <NumberValue value={value} />
}
