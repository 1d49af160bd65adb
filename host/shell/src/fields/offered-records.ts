import type { DataRecord } from '../api/paths.ts'

/** The number of records that a field offers at once. */
export const SHOWN = 20

/** Removes duplicates: chosen records may be among the found ones. */
export function unique(records: readonly DataRecord[]): DataRecord[] {
  return [...new Map(records.map((record) => [record.id, record])).values()]
}
