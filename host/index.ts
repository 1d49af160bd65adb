/** @atrium/host: starts a host in process. This is the public surface of the package. */
export { readEnvironment, type HostOptions } from './base/config/index.ts'
export { createRateLimit, type RateLimit, type RateLimitOptions } from './core/auth/index.ts'
export { type Host, startHost, type StartOptions } from './host.ts'
export { createLogger, type HostLogger, silentLogger } from './base/log/index.ts'
