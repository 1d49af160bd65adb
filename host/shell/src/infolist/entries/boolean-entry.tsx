import { BooleanValue } from '../../values/value-kinds.tsx'
import type { EntryProps } from './entry-props.ts'

/** An entry that shows yes or no. */
export function BooleanEntry({ value }: EntryProps<'boolean'>) {
  return <BooleanValue value={value} />
}
