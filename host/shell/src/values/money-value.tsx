import { Blank } from './blank.tsx'
import { formatMoney } from './money.ts'

/** An amount in minor units, as people read it. */
export function MoneyValue({ value, currency }: { value: unknown; currency: string }) {
  return typeof value === 'number' ? <>{formatMoney(value, currency)}</> : <Blank />
}
