import { DatetimeValue } from '../../values/datetime-value.tsx'
import type { EntryProps } from './entry-props.ts'

/** An entry that shows an instant. */
export function DatetimeEntry({ value }: EntryProps<'datetime'>) {
  return <DatetimeValue value={value} />
}
