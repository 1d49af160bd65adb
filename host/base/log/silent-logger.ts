import { pino } from 'pino'
import type { Logger } from './logger.ts'

/** Writes nothing: the default of functions that take a logger. */
export const silentLogger: Logger = pino({ level: 'silent' })
