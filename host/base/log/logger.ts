import type { LogFn } from 'pino'

/**
 * What the host writes its log through: pino's call forms, `log.info({ plugin }, 'message')` or `log.info('message')`.
 * An error goes under `err`, so that its stack is kept: `log.error({ err }, 'the job failed')`.
 */
export interface Logger {
  trace: LogFn
  debug: LogFn
  info: LogFn
  warn: LogFn
  error: LogFn
  fatal: LogFn
  /** A logger that repeats the bindings on every line; the host gives each plugin `log.child({ plugin: id })`. */
  child(bindings: Record<string, unknown>): Logger
  /** Hands over what is still buffered; called last when the host closes. */
  flush(done?: (error?: Error) => void): void
}
