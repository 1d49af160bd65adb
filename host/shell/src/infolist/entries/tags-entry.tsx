import { TagsValue } from '../../values/value-kinds.tsx'
import type { EntryProps } from './entry-props.ts'

/** An entry that shows several short texts. */
export function TagsEntry({ value }: EntryProps<'tags'>) {
  return <TagsValue value={value} />
}
