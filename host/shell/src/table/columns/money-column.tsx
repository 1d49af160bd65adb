import { MoneyValue } from '../../values/value-kinds.tsx'
import type { ColumnProps } from './column-props.ts'

/** A cell that shows an amount. */
export function MoneyColumn({ column, value }: ColumnProps<'money'>) {
  return <MoneyValue value={value} currency={column.currency} />
}
