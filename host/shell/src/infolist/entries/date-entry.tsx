import { DateValue } from '../../values/value-kinds.tsx'
import type { EntryProps } from './entry-props.ts'

/** An entry that shows a day. */
export function DateEntry({ value }: EntryProps<'date'>) {
  return <DateValue value={value} />
}
