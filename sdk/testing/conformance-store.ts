import type { WritableStore } from '../records/record-store.ts'
import type { ConformanceRecord } from './conformance-record.ts'

/** A store of `ConformanceRecord` with `CONFORMANCE_RULES` that can do everything. */
export type ConformanceStore = WritableStore<ConformanceRecord>
