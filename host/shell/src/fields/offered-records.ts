import type { DataRecord } from '../api/paths.ts'

/** How many records a field offers at once. */
export const SHOWN = 20

/** Each record once: chosen ones may be among those that were found. */
export function unique(records: readonly DataRecord[]): DataRecord[] {
  return [...new Map(records.map((record) => [record.id, record])).values()]
}
