import { BooleanValue } from '../../values/value-kinds.tsx'
import type { ColumnProps } from './column-props.ts'

/** A cell that shows yes or no. */
export function BooleanColumn({ value }: ColumnProps<'boolean'>) {
  return <BooleanValue value={value} />
}
