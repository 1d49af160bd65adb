import { MoneyValue } from '../../values/value-kinds.tsx'
import type { EntryProps } from './entry-props.ts'

/** An entry that shows an amount. */
export function MoneyEntry({ entry, value }: EntryProps<'money'>) {
  return <MoneyValue value={value} currency={entry.currency} />
}
