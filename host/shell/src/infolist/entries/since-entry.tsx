import { SinceValue } from '../../values/value-kinds.tsx'
import type { EntryProps } from './entry-props.ts'

/** An entry that shows how long ago. */
export function SinceEntry({ value }: EntryProps<'since'>) {
  return <SinceValue value={value} />
}
