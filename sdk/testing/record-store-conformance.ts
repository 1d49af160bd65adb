import type { RecordStore } from '../operations/record-store.ts'
import type { ConformanceRecord } from './conformance-record.ts'
import { describe_changes } from './conformance/describe-changes.ts'
import { describe_lists } from './conformance/describe-lists.ts'
import { describe_records } from './conformance/describe-records.ts'

/** A store of `ConformanceRecord` with `CONFORMANCE_RULES` that can do everything. */
export type ConformanceStore = Required<RecordStore<ConformanceRecord>>

/**
 * What every record store has to do, as a suite. It uses the global `describe` and `it` that mocha and its like provide; `open`
 * makes an empty store for each test.
 *
 *     record_store_conformance({ open: () => array_store([], ConformanceRecord, CONFORMANCE_RULES) })
 */
export function record_store_conformance({ open }: { open: () => ConformanceStore | Promise<ConformanceStore> }): void {
  describe('a record store', () => {
    describe_records(open)
    describe_changes(open)
    describe_lists(open)
  })
}
