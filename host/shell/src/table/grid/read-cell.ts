import type { Field, JsonSchema } from '@atrium/sdk/documents'
import { currencyDigits, toMinor } from '../../values/money.ts'
import { readTypedTime } from '../../values/typed-time.ts'
import { readShownDay, readShownInstant } from './typed-moment.ts'
import { readTypedAmount, readTypedNumber } from './typed-number.ts'

/** What a text means in a cell: a value, where null empties it, or why it means nothing. */
export type CellReading = { readonly value: unknown } | { readonly problem: string }

interface CellField {
  readonly field: Field
  readonly schema: JsonSchema
  /** Finds a related record by its title or id. */
  readonly related?: ((text: string) => CellReading) | undefined
}

/** Reads a text as the column shows such values, or as programs write them. Whether the value is valid is another question. */
export function readCell(text: string, { field, schema, related }: CellField): CellReading {
  const typed = text.trim()
  if (field.kind === 'tags' || field.kind === 'choices') return { value: listOf(typed) }
  if (typed === '') return { value: null }
  switch (field.kind) {
    case 'text':
      return { value: typed.replaceAll(/\s*\n\s*/g, ' ') }
    case 'textarea':
      return { value: text }
    case 'number':
      return orProblem(numberIn(typed), `“${typed}” is not a number.`)
    case 'money':
      return amountIn(typed, field.currency)
    case 'select':
      return optionCalled(typed, field.options)
    case 'toggle':
      return orProblem(SWITCHES.get(typed.toLowerCase()), `“${typed}” is neither Yes nor No.`)
    case 'date':
      return orProblem(readShownDay(typed), `“${typed}” is not a date.`)
    case 'datetime':
      return orProblem(readShownInstant(typed), `“${typed}” is not a date with a time.`)
    case 'time':
      return orProblem(readTypedTime(typed), `“${typed}” is not a time.`)
    case 'relation':
      return related && schema.type !== 'array' ? related(typed) : { problem: IN_FORM }
    default:
      return { problem: IN_FORM }
  }
}

const IN_FORM = 'This value can only be changed in its record.'

const orProblem = (value: unknown, problem: string): CellReading => (value === undefined ? { problem } : { value })

const listOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  ),
]

function numberIn(text: string): number | undefined {
  const number = readTypedNumber(text)
  return number === undefined ? undefined : Number(number)
}

function amountIn(text: string, currency: string): CellReading {
  const amount = readTypedAmount(text, currency)
  if (amount === undefined) return { problem: `“${text}” is not an amount.` }
  const [, fraction = ''] = amount.split('.')
  const digits = currencyDigits(currency)
  if (/[1-9]/.test(fraction.slice(digits))) return { problem: `“${text}” has more than ${digits} decimal places.` }
  return orProblem(toMinor(amount, currency) ?? undefined, `“${text}” is not an amount.`)
}

/** By its label, or else by its value. */
function optionCalled(text: string, options: Extract<Field, { kind: 'select' }>['options']): CellReading {
  const same = (each: unknown) => String(each).toLowerCase() === text.toLowerCase()
  const exact = options.filter(({ label }) => label === text)
  const found = [exact, options.filter(({ label }) => same(label)), options.filter(({ value }) => same(value))]
  const [first, ...more] = found.find((each) => each.length > 0) ?? []
  if (first === undefined) return { problem: `“${text}” is not one of the options.` }
  return more.length > 0 ? { problem: `“${text}” is the name of ${more.length + 1} options.` } : { value: first.value }
}

const SWITCHES: ReadonlyMap<string, boolean> = new Map([
  ...['yes', 'true', '1'].map((text) => [text, true] as const),
  ...['no', 'false', '0'].map((text) => [text, false] as const),
])
