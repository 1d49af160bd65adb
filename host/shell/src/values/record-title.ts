import type { RecordId } from '../api/paths.ts'
import { asText } from './as-text.ts'
import { formatDay, formatInstant, readDate } from './dates.ts'
import { recurrenceText } from './recurrence-text.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

interface Titled {
  readonly id: RecordId
  readonly [field: string]: unknown
}

/** What a record is called: the value of its title field, a day or a moment by the person's clock, a recurrence rule in words; its id while that is empty. */
export function recordTitle(record: Titled, attribute: string | undefined): string {
  const title = attribute === undefined ? '' : asText(record[attribute])
  if (title === '') return String(record.id)
  if (INSTANT.test(title)) return formatInstant(new Date(title))
  const day = DAY.test(title) ? readDate(title) : null
  return day ? formatDay(day) : (recurrenceText(title) ?? title)
}

/** The ids among some values, each once and in a settled order, so that equal sets are asked for once. */
export function recordIds(values: readonly unknown[]): RecordId[] {
  const ids = values.filter((value): value is RecordId => typeof value === 'string' || typeof value === 'number')
  return [...new Set(ids)].filter((id) => id !== '').sort((a, b) => (a < b ? -1 : 1))
}
