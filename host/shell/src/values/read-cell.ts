import type { Field, JsonSchema, Option } from '@atrium/sdk/documents'
import { msg, t } from '../language/t.ts'
import { folded } from './as-text.ts'
import { isCodeFormat } from './code-words.ts'
import { codeOf } from './codes.ts'
import { currencyDigits, toMinor } from './money.ts'
import { type Notation, numbersWith } from './notation.ts'
import { numberFormat } from './person-formats.ts'
import { dayPattern, showPattern } from './typed-day.ts'
import { readShownDay, readShownInstant } from './typed-moment.ts'
import { readTypedAmount, readTypedNumber } from './typed-number.ts'
import { readTypedTime } from './typed-time.ts'

/** What a text means in a cell: a value, where null empties it, or why it means nothing. */
export type CellReading = { readonly value: unknown } | { readonly problem: string }

/** What a text of a cell is read by. */
export interface CellField {
  readonly field: Field
  readonly schema: JsonSchema
  /** Whether amounts are in minor units, as an export of stored values has them. Default false. */
  readonly isStored?: boolean
  /** How days and numbers are written, where that is not the person's way. */
  readonly notation?: Notation
  /** Finds a related record by its title or id. */
  readonly related?: ((text: string) => CellReading) | undefined
}

/**
 * Reads a text, from a file or a spreadsheet, as the column of its field shows such values, or as programs write them. Whether the value is
 * valid is another question.
 */
export function readCell(text: string, cell: CellField): CellReading {
  const { field, schema, notation } = cell
  const typed = text.trim()
  if (field.kind === 'tags' || field.kind === 'choices') return { value: listOf(typed) }
  if (typed === '') return { value: null }
  switch (field.kind) {
    case 'textarea':
      return { value: text }
    case 'number':
      return readNumber(typed, notation)
    case 'money':
      return readAmount(typed, field.currency, cell)
    case 'select':
      return field.multiple
        ? all(listOf(typed), (each) => readOption(each, field.options))
        : readOption(typed, field.options)
    case 'toggle':
      return orProblem(WORDS.get(folded(typed)), t('“{typed}” is neither Yes nor No.', { typed }))
    case 'date':
      return orProblem(
        readShownDay(typed, notation),
        t('“{typed}” is not a date. Enter it as YYYY-MM-DD or {patternOf}.', { typed, patternOf: patternOf(notation) }),
      )
    case 'datetime':
    case 'slot':
      return orProblem(
        readShownInstant(typed, notation),
        t('“{typed}” is not a date with a time. Enter it as 2026-11-27 09:30.', { typed }),
      )
    case 'time':
      return orProblem(readTypedTime(typed), t('“{typed}” is not a time. Enter it as 09:30.', { typed }))
    case 'relation':
      return readRelated(typed, { ...cell, isList: field.multiple === true || schema.type === 'array' })
    case 'repeater':
    case 'json':
    case 'key_value':
      return orProblem(jsonOf(typed), t('Enter it as JSON, as an export of all fields writes it.'))
    case 'file':
    case 'comparison':
    case 'condition':
      return { problem: t(IN_FORM) }
    default:
      return readCode(typed, cell) ?? readText(typed, cell)
  }
}

const IN_FORM = msg('This value can only be changed in its record.')

const orProblem = (value: unknown, problem: string): CellReading => (value === undefined ? { problem } : { value })

/** The words for yes and no, and what spreadsheets write. */
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['yes', 'true', '1', 'x', 'y', 'on', 'ja', 'oui', 'si', 'نعم'].map((word) => [word, true] as const),
  ...['no', 'false', '0', 'n', 'off', 'nein', 'non', 'لا'].map((word) => [word, false] as const),
])

const patternOf = ({ first }: Notation = {}): string =>
  first === undefined ? dayPattern() : showPattern(first === 'day' ? 'DD/MM/YYYY' : 'MM/DD/YYYY')

function readNumber(text: string, { decimal }: Notation = {}): CellReading {
  const number = readTypedNumber(text, numbersWith(decimal))
  return orProblem(number === undefined ? undefined : Number(number), t('“{text}” is not a number.', { text }))
}

function readAmount(text: string, currency: string, { isStored = false, notation }: CellField): CellReading {
  if (isStored && /^-?\d+$/.test(text)) return { value: Number(text) }
  const digits = currencyDigits(currency)
  const amount = isStored ? undefined : readTypedAmount(text, currency, notation)
  const [, fraction = ''] = amount?.split('.') ?? []
  if (/[1-9]/.test(fraction.slice(digits)))
    return { problem: t('“{text}” has more than {digits} decimal places.', { text, digits }) }
  const value = amount === undefined ? null : toMinor(amount, currency)
  if (value !== null) return { value }
  return {
    problem: t('“{text}” is not an amount. Enter it as {example}.', {
      text,
      example: isStored ? '125000' : amountLike(digits, notation),
    }),
  }
}

/** An example of an amount as it is written here. */
function amountLike(digits: number, notation: Notation | undefined): string {
  const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const locale = numbersWith(notation?.decimal)?.resolvedOptions().locale
  const format = locale === undefined ? numberFormat(fixed) : new Intl.NumberFormat(locale, fixed)
  return format.format(1_250)
}

/** By its label, or else by its value. */
function readOption(text: string, options: readonly Option[]): CellReading {
  const same = (each: unknown) => folded(String(each)) === folded(text)
  const exact = options.filter(({ label, value }) => label === text || String(value) === text)
  const found = [exact, options.filter(({ label }) => same(label)), options.filter(({ value }) => same(value))]
  const [first, ...more] = found.find((each) => each.length > 0) ?? []
  if (first !== undefined && more.length === 0) return { value: first.value }
  if (first !== undefined)
    return { problem: t('“{text}” is the name of {count} options.', { text, count: more.length + 1 }) }
  const named = options.slice(0, 8).map(({ label }) => label)
  return {
    problem: t('“{text}” is none of {options}.', {
      text,
      options: [...named, ...(options.length > named.length ? ['…'] : [])].join(', '),
    }),
  }
}

function readRelated(text: string, { related, isList }: CellField & { isList: boolean }): CellReading {
  if (related === undefined) return { problem: t(IN_FORM) }
  return isList ? all(listOf(text), related) : related(text)
}

function all(texts: readonly string[], read: (text: string) => CellReading): CellReading {
  const readings = texts.map(read)
  const refused = readings.find((reading) => 'problem' in reading)
  return refused ?? { value: readings.map((reading) => ('value' in reading ? reading.value : undefined)) }
}

/** Different texts: `a; b` or one on each line, else `a, b`, or as it is stored: `["a","b"]`. */
function listOf(text: string): readonly string[] {
  const stored = jsonOf(text)
  const texts = Array.isArray(stored) ? stored.map(String) : text.split(/[;\n]/.test(text) ? /[;\n]/ : ',')
  return [...new Set(texts.map((each) => each.trim()).filter((each) => each !== ''))]
}

function jsonOf(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** A code by its name or its spelling. Undefined if the field has none of these codes: its schema says what is wrong. */
function readCode(text: string, { field, schema }: CellField): CellReading | undefined {
  const format = field.kind === 'text' ? (field.input ?? schema.format) : undefined
  const value = isCodeFormat(format) ? codeOf(text, format) : undefined
  return value === undefined ? undefined : { value }
}

/** One line of text; a field with a number behind it, such as a rank, gets a number. */
function readText(text: string, { schema, notation }: CellField): CellReading {
  const types: unknown[] = [schema.type].flat()
  const isNumber = (types.includes('integer') || types.includes('number')) && !types.includes('string')
  if (isNumber) return readNumber(text, notation)
  if (types.includes('array')) return { value: listOf(text) }
  return { value: types.includes('object') ? (jsonOf(text) ?? text) : text.replaceAll(/\s*\n\s*/g, ' ') }
}
