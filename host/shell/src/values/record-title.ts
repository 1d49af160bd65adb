import type { DataRecord } from '../api/records.ts'
import { asText } from './as-text.ts'
import { formatInstant } from './format-date.ts'

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/

/** What a record is called: the value of its title field, a moment by the person's clock; its id while that is empty. */
export function recordTitle(record: DataRecord, attribute: string | undefined): string {
  const title = attribute === undefined ? '' : asText(record[attribute])
  if (title === '') return String(record.id)
  return INSTANT.test(title) ? formatInstant(new Date(title)) : title
}
