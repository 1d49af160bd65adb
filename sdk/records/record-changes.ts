import type { TObject } from 'typebox'
import { present_request } from '../calls/caller.ts'
import type { RecordId } from './record-store.ts'

/** A change that a store made: `before` is absent for a new record, `after` for a deleted one. */
export interface RecordChange {
  readonly table: string | undefined
  readonly id: RecordId
  readonly schema: TObject
  readonly before?: object
  readonly after?: object
  /** The store, if it runs no code of the plugin after a change. */
  readonly by?: object
}

/** A request that changes more records than this, such as an import, keeps no more of them in memory. */
const MOST_CHANGES = 200

const noted = new WeakMap<object, RecordChange[]>()

/** Notes a change for the audit log of the running request. Does nothing outside of one. */
export function note_change(change: RecordChange): void {
  const request = present_request()
  if (request === undefined) return
  const changes = noted.get(request) ?? []
  if (changes.length === 0) noted.set(request, changes)
  if (changes.length < MOST_CHANGES) changes.push(change)
}

/** A record that a store left as it was, because no value was to change. */
interface KeptRecord {
  readonly table: string | undefined
  readonly id: RecordId
}

const kept = new WeakMap<object, KeptRecord[]>()

/** Notes for the audit log of the running request that a change left this record as it was. @returns the record */
export function noted_as_kept<Row extends object>(record: Row, table: string | undefined): Row {
  const request = present_request()
  if (request === undefined) return record
  const records = kept.get(request) ?? []
  if (records.length === 0) kept.set(request, records)
  if (records.length < MOST_CHANGES) records.push({ table, id: (record as unknown as KeptRecord).id })
  return record
}

/** The records that stores left as they were during a request. For the host. */
export const kept_during = (request: object): readonly KeptRecord[] => kept.get(request) ?? []

/**
 * Passes the changes that were noted for one request on to the requests that caused them, if `requestOf` names one for each. Otherwise
 * nothing is passed on. For the host, which runs requests together.
 * @returns whether they were passed on
 */
export function divide_changes(together: object, requestOf: (change: RecordChange) => object | undefined): boolean {
  const changes = changes_during(together).map((change) => ({ change, request: requestOf(change) }))
  if (changes.length >= MOST_CHANGES || changes.some(({ request }) => request === undefined)) return false
  noted.delete(together)
  for (const { change, request = together } of changes) noted.set(request, [...changes_during(request), change])
  return true
}

/** The changes that stores have made during a request, in order. For the host. */
export const changes_during = (request: object): readonly RecordChange[] => noted.get(request) ?? []
