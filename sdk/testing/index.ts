/**
 * @atrium/sdk/testing: what plugin authors and the host test with.
 */
export { CONFORMANCE_RULES, ConformanceRecord } from './conformance-record.ts'
export { type ConformanceStore, record_store_conformance } from './record-store-conformance.ts'
