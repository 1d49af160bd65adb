import type { LogFn, DestinationStream, Logger as PinoLogger } from 'pino'
import { destination, pino } from 'pino'
import { describeError, redact } from './redact.ts'

/** The values of `LOG_LEVEL`, from no output (`silent`) to the most. */
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/** One of `LOG_LEVELS`. */
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Writes nothing. The default of functions that take a logger. */
export const silentLogger: HostLogger = pino({ level: 'silent' })

/**
 * The host's log, with pino's call forms: `log.info({ plugin }, 'message')` or `log.info('message')`. Errors are logged with type,
 * message and stack under any name; the host uses `err`: `log.error({ err }, 'the job failed')`.
 */
export interface HostLogger {
  trace: LogFn
  debug: LogFn
  info: LogFn
  warn: LogFn
  error: LogFn
  fatal: LogFn
  /** Makes a logger that adds these members to every line. Each plugin gets `log.child({ plugin: id })`. */
  child(bindings: Record<string, unknown>): HostLogger
  /** Writes what is still buffered. Called last when the host closes. */
  flush(done?: (error?: Error) => void): void
}

/**
 * Makes a logger that writes one JSON object per line, or coloured text for a terminal. Members named like a secret are redacted.
 * @param options.level default `info`
 * @param options.pretty default: whether standard output is a terminal; pino-pretty is loaded only if true
 * @param options.stream receives the lines; default: standard output
 */
export async function createLogger({
  level = 'info',
  pretty = process.stdout.isTTY,
  stream,
}: {
  level?: LogLevel
  pretty?: boolean
  stream?: DestinationStream
} = {}): Promise<HostLogger> {
  const target = pretty ? await prettyStream(stream) : (stream ?? destination({ dest: 1, sync: false }))
  const logger = pino<never>(
    {
      level,
      base: null,
      formatters: { log: redact, level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    target,
  )
  return withSafeBindings(logger)
}

/** pino does not apply `formatters.bindings` to the bindings of child loggers. */
function withSafeBindings(logger: PinoLogger<never>): HostLogger {
  return Object.assign(Object.create(logger) as PinoLogger<never>, {
    child: (bindings: Record<string, unknown>) => withSafeBindings(logger.child(redact(bindings))),
  })
}

async function prettyStream(stream: DestinationStream | undefined): Promise<DestinationStream> {
  const { prettyFactory, PinoPretty } = await import('pino-pretty')
  if (!stream) return PinoPretty({ sync: true, translateTime: 'HH:MM:ss.l' })
  const pretty = prettyFactory({ colorize: false })
  return { write: (line) => stream.write(pretty(line)) }
}
