import { TagsValue } from '../../values/value-kinds.tsx'
import type { ColumnProps } from './column-props.ts'

/** A cell that shows several short texts. */
export function TagsColumn({ value }: ColumnProps<'tags'>) {
  return <TagsValue value={value} />
}
