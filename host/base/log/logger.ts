import type { LogFn, DestinationStream, Logger as PinoLogger } from 'pino'
import { destination, pino } from 'pino'
import { describeError, redact } from './redact.ts'

/** The levels of `LOG_LEVEL`, loudest last but for `silent`, which is nothing at all. */
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** Writes nothing: the default of functions that take a logger. */
export const silentLogger: Logger = pino({ level: 'silent' })

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

/**
 * One JSON object a line on standard output, or coloured lines for a person. Members named like a secret are blanked out.
 * @param options.level default `info`
 * @param options.pretty default: whether standard output is a terminal; only then is pino-pretty loaded
 * @param options.stream where the lines go instead of standard output
 */
export async function createLogger({
  level = 'info',
  pretty = process.stdout.isTTY,
  stream,
}: {
  level?: LogLevel
  pretty?: boolean
  stream?: DestinationStream
} = {}): Promise<Logger> {
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

/** pino's own `formatters.bindings` is not asked for the bindings of children. */
function withSafeBindings(logger: PinoLogger<never>): Logger {
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
