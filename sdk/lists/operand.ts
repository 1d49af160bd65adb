import type { FieldType } from './record-fields.ts'
import type { Operand } from './list-query.ts'

const DATE = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i

/** The texts that can be compared with a field, in words for a message. */
export function operand_rule(type: FieldType): string {
  return type.choices ? `one of ${type.choices.join(', ')}` : RULES[type.kind]
}

const RULES: Record<FieldType['kind'], string> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date such as 2026-11-20',
  'date-time': 'a time such as 2026-11-20T08:00:00Z, or a date',
  texts: 'text',
  json: 'a single value; the field holds more than one',
}

/**
 * Converts the text of a query to a value of the field's type, or returns undefined if it has another type. Times become UTC in
 * ISO 8601 with milliseconds. A time without a zone is UTC; a date stands for its first moment.
 */
export function to_operand(type: FieldType, text: string): Operand | undefined {
  const value = CONVERT[type.kind](text)
  if (value === undefined || !type.choices) return value
  return type.choices.includes(value) ? value : undefined
}

/** Whether a text is a date without a time. */
export const is_date = (text: string) => DATE.test(text) && toDate(text) !== undefined

/** The last moment of a date, as times are stored. */
export const end_of_day = (date: string) => `${date}T23:59:59.999Z`

const CONVERT: Record<FieldType['kind'], (text: string) => Operand | undefined> = {
  string: toText,
  texts: toText,
  integer: (text) => (NUMBER.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined),
  number: (text) => (NUMBER.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined),
  boolean: toBoolean,
  date: toDate,
  'date-time': toTime,
  json: () => undefined,
}

function toText(text: string): string | undefined {
  return text.includes('\0') ? undefined : text
}

function toBoolean(text: string): boolean | undefined {
  if (text === 'true') return true
  return text === 'false' ? false : undefined
}

/** `2026-02-30` is not a date, though `new Date` turns it into March 2. */
function toDate(text: string): string | undefined {
  const time = DATE.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  return time && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text) ? text : undefined
}

function toTime(text: string): string | undefined {
  if (is_date(text)) return `${text}T00:00:00.000Z`
  const zoned = DATE_TIME.exec(text)
  if (!zoned || toDate(text.slice(0, 10)) === undefined) return undefined
  const time = new Date(zoned[3] ? text : `${text}Z`)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}
