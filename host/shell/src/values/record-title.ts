import type { RecordId } from '../api/fill-path.ts'
import { asText } from './as-text.ts'
import { formatInstant } from './format-date.ts'
import { recurrenceText } from './recurrence-text.ts'

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/

interface Titled {
  readonly id: RecordId
  readonly [field: string]: unknown
}

/** What a record is called: the value of its title field, a moment by the person's clock, a recurrence rule in words; its id while that is empty. */
export function recordTitle(record: Titled, attribute: string | undefined): string {
  const title = attribute === undefined ? '' : asText(record[attribute])
  if (title === '') return String(record.id)
  return INSTANT.test(title) ? formatInstant(new Date(title)) : (recurrenceText(title) ?? title)
}
