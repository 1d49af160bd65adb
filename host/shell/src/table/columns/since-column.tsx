import { SinceValue } from '../../values/value-kinds.tsx'
import type { ColumnProps } from './column-props.ts'

/** A cell that shows how long ago. */
export function SinceColumn({ value }: ColumnProps<'since'>) {
  return <SinceValue value={value} />
}
