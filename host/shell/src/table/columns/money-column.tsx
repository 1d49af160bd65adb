import { MoneyValue } from '../../values/money-value.tsx'
import type { ColumnProps } from './column-props.ts'

/** A cell that shows an amount. */
export function MoneyColumn({ column, value }: ColumnProps<'money'>) {
  return <MoneyValue value={value} currency={column.currency} />
}
