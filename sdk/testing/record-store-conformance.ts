import { describe_changes } from './conformance/describe-changes.ts'
import { describe_lists } from './conformance/describe-lists.ts'
import { describe_records } from './conformance/describe-records.ts'
import type { ConformanceStore } from './conformance-store.ts'

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
