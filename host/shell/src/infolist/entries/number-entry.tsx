import { NumberValue } from '../../values/value-kinds.tsx'
import type { EntryProps } from './entry-props.ts'

/** An entry that shows a number. */
export function NumberEntry({ value }: EntryProps<'number'>) {
  return <NumberValue value={value} />
}
