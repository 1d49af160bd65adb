import type { DataRecord } from '../api/paths.ts'

interface Page {
  records: DataRecord[]
  total: number
}

/**
 * Keeps the shown rows in place, with the newest values. A row that has left the page keeps its last values.
 * @param total the number of records when the rows were last shown unchanged: a row that only moves up is not new
 */
export function heldStill<Shown extends Page>(
  present: Shown,
  fresh: Shown,
  total = present.total,
): { shown: Shown; waiting?: number; total?: number } {
  const newest = new Map(fresh.records.map((record) => [record.id, record]))
  const ids = new Set(present.records.map(({ id }) => id))
  const records = present.records.map((record) => newest.get(record.id) ?? record)
  const isSame =
    records.length === fresh.records.length && records.every(({ id }, row) => fresh.records[row]?.id === id)
  if (isSame) return { shown: fresh }
  const entered = fresh.records.filter(({ id }) => !ids.has(id)).length
  return { shown: { ...fresh, records }, waiting: Math.min(entered, Math.max(0, fresh.total - total)), total }
}
