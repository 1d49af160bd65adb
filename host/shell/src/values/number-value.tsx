import { asText } from './as-text.ts'
import { Blank, isBlank } from './blank.tsx'

const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 })

/** A number in the person's notation. */
export function NumberValue({ value }: { value: unknown }) {
  if (isBlank(value)) return <Blank />
  return <>{typeof value === 'number' ? numbers.format(value) : asText(value)}</>
}
