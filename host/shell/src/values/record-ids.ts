import type { RecordId } from '../api/fill-path.ts'

/** The ids among some values, each once and in a settled order, so that equal sets are asked for once. */
export function recordIds(values: readonly unknown[]): RecordId[] {
  const ids = values.filter((value): value is RecordId => typeof value === 'string' || typeof value === 'number')
  return [...new Set(ids)].filter((id) => id !== '').sort((a, b) => (a < b ? -1 : 1))
}
