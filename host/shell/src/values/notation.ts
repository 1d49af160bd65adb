import { dateFormat } from './person-formats.ts'

/** How a file writes days and numbers. What is missing is read in the person's own way. */
export interface Notation {
  /** What comes first in `05/06/1990`. */
  readonly first?: 'day' | 'month'
  /** The decimal separator; the other one of both groups digits. */
  readonly decimal?: ',' | '.'
}

/** A cache: fields are read with each key press, and a format is slow to create. */
const firstParts = new Map<string, 'year' | 'month' | 'day'>()

/** What comes first in days as a language writes them; undefined if that is the year. */
export function firstPart(locale: string = dateFormat({}).resolvedOptions().locale): Notation['first'] {
  const part = firstParts.get(locale) ?? firstOf(locale)
  firstParts.set(locale, part)
  return part === 'year' ? undefined : part
}

function firstOf(locale: string): 'year' | 'month' | 'day' {
  const format = new Intl.DateTimeFormat(locale, { year: 'numeric', month: '2-digit', day: '2-digit' })
  const types = format.formatToParts(0).map(({ type }) => type)
  return types.find((type) => type === 'day' || type === 'month' || type === 'year') ?? 'year'
}

/** A format of numbers with this decimal separator; undefined for the person's own. */
export const numbersWith = (decimal: Notation['decimal']): Intl.NumberFormat | undefined =>
  decimal && (decimal === ',' ? WITH_COMMA : WITH_POINT)

const WITH_COMMA = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 20 })
const WITH_POINT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 })
