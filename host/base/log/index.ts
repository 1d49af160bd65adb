export { createLogger, LOG_LEVELS, silentLogger } from './logger.ts'
export { isSecretName } from './redact.ts'
export type { HostLogger, LogLevel } from './logger.ts'
