import type { Field, JsonSchema } from '@atrium/sdk/documents'
import type { RecordId } from '../api/paths.ts'
import { toInstant } from '../values/dates.ts'
import { toMinor } from '../values/money.ts'
import { numberFormat } from '../values/person-formats.ts'
import { dayPattern, readTypedDay } from '../values/typed-day.ts'
import { readTypedTime } from '../values/typed-time.ts'
import { folded } from './match-columns.ts'

/** The value of a cell, or why it has none. */
export type Reading = { value: unknown } | { problem: string }

/** What a cell is read by. */
export interface CellContext {
  field: Field
  schema: JsonSchema
  /** Whether amounts are in minor units, as an export of stored values has them. */
  isStored: boolean
  /** The ids of related records by title or id; undefined if there is none, null if several have the title. */
  related: (text: string) => RecordId | null | undefined
}

/** Reads a cell as a column of the list shows its value, or as it is stored. The cell is not empty. */
export function readCell(text: string, context: CellContext): Reading {
  const { field, schema } = context
  switch (field.kind) {
    case 'number':
      return readOr(readNumber(text), `“${text}” is not a number.`)
    case 'money':
      return readOr(readMoney(text, field.currency, context), `“${text}” is not an amount.`)
    case 'toggle':
      return readOr(WORDS.get(folded(text)), `“${text}” is neither Yes nor No.`)
    case 'select':
      return readOption(text, field.options)
    case 'date':
      return readOr(readDay(text), `“${text}” is not a date. Enter it as YYYY-MM-DD or ${dayPattern()}.`)
    case 'datetime':
    case 'slot':
      return readOr(readInstant(text), `“${text}” is not a date and a time. Enter it as 2026-11-27 09:30.`)
    case 'time':
      return readOr(readTypedTime(text), `“${text}” is not a time. Enter it as 09:30.`)
    case 'tags':
    case 'choices':
      return { value: listOf(text) }
    case 'relation':
      return field.multiple ? readAll(listOf(text), context) : readRelated(text, context)
    case 'repeater':
      return readOr(jsonOf(text), `This is a list. Enter it as an export of all fields writes it.`)
    default:
      return readText(text, schema)
  }
}

const readOr = (value: unknown, problem: string): Reading => (value === undefined ? { problem } : { value })

/** The words for yes and no, and what spreadsheets write. */
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['yes', 'true', '1', 'x', 'y', 'on', 'ja', 'oui', 'si'].map((word) => [word, true] as const),
  ...['no', 'false', '0', 'n', 'off', 'nein', 'non'].map((word) => [word, false] as const),
])

function readOption(text: string, options: readonly { value: unknown; label: string }[]): Reading {
  const found =
    options.find(({ value }) => String(value) === text) ?? options.find(({ label }) => folded(label) === folded(text))
  const value = found ?? options.find((option) => folded(String(option.value)) === folded(text))
  if (value !== undefined) return { value: value.value }
  const named = options.slice(0, 8).map(({ label }) => label)
  return { problem: `“${text}” is none of ${named.join(', ')}${options.length > named.length ? ', …' : ''}.` }
}

/** A number in the person's language (`1,234.5` or `1.234,5`), or as it is stored. */
export function readNumber(text: string, format: Intl.NumberFormatOptions = {}): number | undefined {
  const parts = numberFormat(format).formatToParts(0.5)
  const decimal = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  const plain = text.replaceAll(/[\u00A0\u202F ’]/g, "'").replace('\u2212', '-')
  const isGrouped = (decimal === ',' ? /^-?\d{1,3}([.']\d{3})+(,\d+)?$/ : /^-?\d{1,3}([,']\d{3})+(\.\d+)?$/).test(plain)
  const isOwn = isGrouped || (decimal === ',' && /^-?\d+,\d+$/.test(plain))
  const digits = isOwn ? plain.replaceAll(decimal === ',' ? /[.']/g : /[,']/g, '').replace(',', '.') : plain
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(digits) ? Number(digits) : undefined
}

/** `€1,250.00`, `12,50 EUR` or `12.50`. */
function readMoney(text: string, currency: string, { isStored }: CellContext): number | undefined {
  if (isStored) return /^-?\d+$/.test(text) ? Number(text) : undefined
  const digits = text.replaceAll(/\p{Sc}|\p{L}+\.?/gu, '').trim()
  const amount = readNumber(digits.replace(/^([-\u2212])\s+/, '$1'), {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
  })
  return amount === undefined ? undefined : (toMinor(amount.toFixed(6), currency) ?? undefined)
}

/** A day; of an instant at midnight, as spreadsheets write days, its day. */
const readDay = (text: string) => readTypedDay(text.replace(/[T ]00:00(:00(\.0+)?)?Z?$/, ''))

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/

/** An instant with its zone, or a day and a time in the person's zone: `27 Nov 2026, 09:30`, `2026-11-27 9:30`. */
function readInstant(text: string): string | undefined {
  if (INSTANT.test(text)) return Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString()
  const plain = text.replaceAll(/[\u00A0\u202F]/g, ' ')
  const [, days = '', times = ''] =
    /^(.+?)(?:,? at |, |[T ])(\d{1,2}(?:[:.]\d{2})?(?::\d{2})? ?(?:[ap]\.?m\.?)?)$/i.exec(plain) ?? []
  const [day, time] = [readTypedDay(days), readTypedTime(times.replace(/^(\d+:\d+):\d{2}/, '$1'))]
  return day === undefined || time === undefined ? undefined : toInstant(`${day} ${time}:00`)
}

/** `a, b` or `a; b`, or as it is stored: `["a","b"]`. */
function listOf(text: string): string[] {
  const stored = jsonOf(text)
  if (Array.isArray(stored)) return stored.map(String)
  return text
    .split(text.includes(';') ? ';' : ',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

function jsonOf(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function readRelated(text: string, { related, field }: CellContext): Reading {
  const id = related(text)
  if (id === null) return { problem: `Several are named “${text}”. Enter the id of the one that is meant.` }
  return readOr(id, `“${text}” is not known as ${field.label}.`)
}

function readAll(texts: readonly string[], context: CellContext): Reading {
  const readings = texts.map((text) => readRelated(text, context))
  const refused = readings.find((reading) => 'problem' in reading)
  return refused ?? { value: readings.map((reading) => ('value' in reading ? reading.value : undefined)) }
}

/** A text; a field with a number behind it, such as a rank, gets a number. */
function readText(text: string, { type }: JsonSchema): Reading {
  const types: unknown[] = [type].flat()
  const isNumber = (types.includes('integer') || types.includes('number')) && !types.includes('string')
  if (isNumber) return readOr(readNumber(text), `“${text}” is not a number.`)
  if (types.includes('array')) return { value: listOf(text) }
  return { value: types.includes('object') ? (jsonOf(text) ?? text) : text }
}
