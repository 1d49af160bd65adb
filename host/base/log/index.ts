export { createLogger, LOG_LEVELS, silentLogger } from './logger.ts'
export { isSecretName } from './redact.ts'
export { withSourceLines } from './source-lines.ts'
export type { HostLogger, LogLevel } from './logger.ts'
