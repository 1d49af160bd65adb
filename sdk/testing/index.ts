/**
 * @atrium/sdk/testing: test tools for plugin authors and the host.
 */
export { CONFORMANCE_RULES, ConformanceRecord } from './conformance/conformance-record.ts'
export type { ConformanceStore } from './conformance/conformance-record.ts'
export { record_store_conformance } from './record-store-conformance.ts'
export type { RecordedJob } from './fakes.ts'
export type { RecordedLine } from './fakes.ts'
export { test_context, type TestContext, type TestContextOptions } from './test-context.ts'
