export { createLogger, LOG_LEVELS, silentLogger } from './logger.ts'
export type { Logger, LogLevel } from './logger.ts'
