import type { Field } from '@atrium/sdk/documents'
import { firstPart, type Notation, numbersWith } from './notation.ts'
import { readTypedAmount, readTypedNumber } from './typed-number.ts'

/** How a sheet seems to write days and numbers. */
export interface SheetNotation {
  readonly notation: Notation
  /** A day and a number that have another meaning in another notation. Without one, nothing has to be chosen. */
  readonly day?: string
  readonly number?: string
}

/** The texts of a column of a sheet, and the field that they are for. */
export interface SheetColumn {
  readonly field: Field
  readonly texts: readonly string[]
}

/**
 * How a sheet writes days and numbers. Values that can only be read in one way decide about the others: `31/12/1980` says what `05/06/1990`
 * means. If there are none, or they contradict each other, the person's own way is suggested.
 * @param options.isStored whether amounts are in minor units, so that they say nothing about numbers. Default false
 */
export function sheetNotation(
  columns: readonly SheetColumn[],
  { isStored = false }: { isStored?: boolean } = {},
): SheetNotation {
  const texts = (...kinds: readonly string[]) => columns.filter(({ field }) => kinds.includes(field.kind))
  const days = texts('date', 'datetime', 'slot').flatMap((each) => each.texts.filter((text) => WRITTEN.test(text)))
  const numbers = texts('number', ...(isStored ? [] : ['money'])).flatMap(({ field, texts: written }) =>
    written.map((text) => readBoth(text, field.kind === 'money' ? field.currency : undefined)),
  )
  const differing = numbers.filter(({ comma, point }) => comma !== point)
  const first = onlyOne(days.some(isDayFirst) && 'day', days.some(isMonthFirst) && 'month') ?? firstPart()
  const decimal = onlyOne(
    differing.some(({ point }) => point === undefined) && ',',
    differing.some(({ comma }) => comma === undefined) && '.',
  )
  const [day] = [...days.filter((text) => !isDayFirst(text) && !isMonthFirst(text)), ...days]
  const [number] = differing
  return {
    notation: {
      ...(day !== undefined && first !== undefined && { first }),
      ...(number !== undefined && { decimal: decimal ?? ownDecimal() }),
    },
    ...(day !== undefined && { day }),
    ...(number !== undefined && { number: number.text }),
  }
}

/** Days with dots begin with the day in each language. */
const WRITTEN = /^(\d{1,2})([-/])(\d{1,2})\2\d{2,4}\b/

const partsOf = (text: string): readonly number[] =>
  WRITTEN.exec(text)
    ?.filter((_, at) => at % 2 === 1)
    .map(Number) ?? []
const isDayFirst = (text: string) => (partsOf(text)[0] ?? 0) > 12
const isMonthFirst = (text: string) => (partsOf(text)[1] ?? 0) > 12

function readBoth(text: string, currency: string | undefined) {
  const read = (decimal: ',' | '.') =>
    currency === undefined ? readTypedNumber(text, numbersWith(decimal)) : readTypedAmount(text, currency, { decimal })
  return { text, comma: read(','), point: read('.') }
}

const ownDecimal = (): ',' | '.' => (readTypedNumber('1,5') === '1.5' ? ',' : '.')

/** The only one of two that holds. */
function onlyOne<One extends string>(one: One | false, other: One | false): One | undefined {
  if (one !== false && other !== false) return undefined
  return one || other || undefined
}
