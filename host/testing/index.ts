/** @atrium/host/testing: a real host for the tests of plugins and of the host itself. */
export { startTestHost, type TestHost, type TestHostOptions } from './start-test-host.ts'
/** For tests that read what a host logs. */
export { createLogger } from '../base/log/index.ts'
