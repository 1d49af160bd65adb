import { BadgeValue } from '../../values/value-kinds.tsx'
import type { EntryProps } from './entry-props.ts'

/** An entry that shows a state. */
export function BadgeEntry({ entry, value }: EntryProps<'badge'>) {
  return <BadgeValue value={value} options={entry.options} colors={entry.colors} />
}
