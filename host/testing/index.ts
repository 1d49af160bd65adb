/** @atrium/host/testing: what tests of plugins and of the host start. */
export { startTestHost, type TestHost, type TestHostOptions } from './start-test-host.ts'
