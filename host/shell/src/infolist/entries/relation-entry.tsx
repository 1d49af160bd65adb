import { RelationValue } from '../../values/relation-value.tsx'
import type { EntryProps } from './entry-props.ts'

/** The name of the record that an entry points at. */
export function RelationEntry({ entry, value }: EntryProps<'relation'>) {
  return <RelationValue value={value} relation={entry.relation} siblings={[value]} />
}
