import type { DataRecord } from '../api/records.ts'
import { asText } from './as-text.ts'

/** What a record is called: the value of its title field, or its id while that is empty. */
export function recordTitle(record: DataRecord, attribute: string | undefined): string {
  const title = attribute === undefined ? '' : asText(record[attribute])
  return title === '' ? String(record.id) : title
}
