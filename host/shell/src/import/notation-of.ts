import { firstPart, type Notation, numbersWith } from '../values/notation.ts'
import { readTypedAmount, readTypedNumber } from '../values/typed-number.ts'
import type { Target } from './match-columns.ts'
import type { Choices } from './plan-import.ts'
import type { SheetLine } from './read-sheet.ts'

/** How a sheet seems to write days and numbers. */
export interface SheetNotation {
  readonly notation: Notation
  /** A day and a number that have another meaning in another notation. Without one, nothing has to be chosen. */
  readonly day?: string
  readonly number?: string
}

interface Matched {
  readonly lines: readonly SheetLine[]
  readonly targets: readonly Target[]
  readonly choices: Pick<Choices, 'matching' | 'isStored'>
}

/**
 * How the matched columns of a sheet write days and numbers. Values that can only be read in one way decide about the others:
 * `31/12/1980` says what `05/06/1990` means. If there are none, or they contradict each other, the person's own way is suggested.
 */
export function notationOf({ lines, targets, choices }: Matched): SheetNotation {
  const columns = choices.matching.flatMap((name, at) => {
    const field = targets.find((each) => each.name === name)?.field
    return field ? [{ field, texts: lines.map(({ cells }) => cells[at] ?? '') }] : []
  })
  const texts = (...kinds: readonly string[]) => columns.filter(({ field }) => kinds.includes(field.kind))
  const days = texts('date', 'datetime', 'slot').flatMap((each) => each.texts.filter((text) => WRITTEN.test(text)))
  const numbers = texts('number', ...(choices.isStored ? [] : ['money'])).flatMap(({ field, texts: written }) =>
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
