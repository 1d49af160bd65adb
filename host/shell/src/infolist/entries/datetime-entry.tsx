import { DatetimeValue } from '../../values/value-kinds.tsx'
import type { EntryProps } from './entry-props.ts'

/** An entry that shows an instant. */
export function DatetimeEntry({ value }: EntryProps<'datetime'>) {
  return <DatetimeValue value={value} />
}
