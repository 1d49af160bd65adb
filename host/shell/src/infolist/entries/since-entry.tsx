import { SinceValue } from '../../values/since-value.tsx'
import type { EntryProps } from './entry-props.ts'

/** An entry that shows how long ago. */
export function SinceEntry({ value }: EntryProps<'since'>) {
  return <SinceValue value={value} />
}
