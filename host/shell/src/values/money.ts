import { numberFormat } from './person-formats.ts'

/** The number of decimal places of a currency: 2 for EUR, 0 for JPY, 3 for KWD. */
export function currencyDigits(currency: string): number {
  const known = digitsOf.get(currency)
  if (known !== undefined) return known
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  digitsOf.set(currency, maximumFractionDigits)
  return maximumFractionDigits
}

/** Making a format takes longer than all else in a cell. */
const digitsOf = new Map<string, number>()

/** An amount in minor units for people: `1250` EUR is `€12.50`. */
export function formatMoney(minor: number, currency: string): string {
  const digits = currencyDigits(currency)
  return numberFormat({ style: 'currency', currency }).format(minor / 10 ** digits)
}

/** An amount in minor units as a plain decimal for an input: `1250` EUR is `12.50`. */
export function toMajor(minor: number, currency: string): string {
  const digits = currencyDigits(currency)
  return (minor / 10 ** digits).toFixed(digits)
}

/**
 * Reads an amount in major units as an integer in minor units; null if it is not a number. Shifts the point in the text instead of
 * multiplying, because `1.15 * 100` is not 115.
 */
export function toMinor(major: string, currency: string): number | null {
  const match = /^(-?)(\d*)(?:\.(\d*))?$/.exec(major.trim())
  if (!match || !(match[2] || match[3])) return null
  const digits = currencyDigits(currency)
  const fraction = (match[3] ?? '').padEnd(digits, '0')
  const kept = Number(`${match[2] ?? ''}${fraction.slice(0, digits)}` || '0')
  const rounded = kept + (Number(fraction[digits] ?? '0') >= 5 ? 1 : 0)
  return match[1] && rounded ? -rounded : rounded
}

/** The symbol of a currency: `€`, `$`, `CHF`. */
export function currencySign(currency: string): string {
  const parts = numberFormat({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return parts.formatToParts(0).find((part) => part.type === 'currency')?.value ?? currency
}
