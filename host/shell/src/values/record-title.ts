import type { DataRecord, RecordId } from '../api/paths.ts'
import { t } from '../language/t.ts'
import { translated } from '../language/translated.ts'
import { asText, fieldWords, joinTexts } from './as-text.ts'
import { codeInWords, isCodeFormat } from './code-words.ts'
import { formatDay, formatInstant, readDate } from './dates.ts'
import { recurrenceText } from './recurrence-text.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

/**
 * The title of a record: the value of its title field, or its id if that is empty. Only the name of the field is known here, so a value
 * that looks like a day, an instant or a recurrence rule is formatted as one.
 */
export function recordTitle(record: DataRecord, attribute: string | undefined): string {
  const title = attribute === undefined ? '' : asText(record[attribute])
  return title === '' ? String(record.id) : readableText(title)
}

/** A text of an unknown field: formatted if it looks like a day, an instant or a recurrence rule. */
export function readableText(text: string): string {
  if (INSTANT.test(text)) return formatInstant(new Date(text))
  const day = DAY.test(text) ? readDate(text) : null
  return day ? formatDay(day) : (recurrenceText(text) ?? text)
}

/**
 * A text as its format says: a recurrence rule in words, a code by its name, a text of the host in the person's language, or the title of a
 * record. Undefined for any other text.
 */
export function textInWords(value: unknown, format: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  if (format === 'translated') return translated(value)
  if (format === 'record-title') return readableText(value)
  if (isCodeFormat(format)) return codeInWords(value, format)
  return format === 'rrule' ? recurrenceText(value) : undefined
}

/** The names and values of an object on one line: `Client id: 2 · Tags: vip, navy`. Undefined for anything else. */
export function objectInWords(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return joinTexts(...Object.entries(value).map(([name, each]) => `${fieldWords(name)}: ${valueInWords(each) || '–'}`))
}

function valueInWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (Array.isArray(value)) return value.map(asText).join(', ')
  return readableText(asText(value))
}

/** The ids among some values, sorted and without duplicates, so that equal sets share one request. */
export function recordIds(values: readonly unknown[]): RecordId[] {
  const ids = values.filter((value): value is RecordId => typeof value === 'string' || typeof value === 'number')
  return [...new Set(ids)].filter((id) => id !== '').sort((a, b) => (a < b ? -1 : 1))
}
