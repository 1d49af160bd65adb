import type { Logger } from '@atrium/sdk'
import type { DestinationStream, Logger as PinoLogger } from 'pino'
import { destination, pino, stdTimeFunctions } from 'pino'
import { describeError, redact } from './redact.ts'
import { LONGEST_TEXT, shortened } from './shorten.ts'

/** The values of `LOG_LEVEL`, from no output (`silent`) to the most. */
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/** One of `LOG_LEVELS`. */
export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * The host's log: the one that plugins get, with more levels. Errors are logged with type, message and stack under any name; the host
 * uses `err`: `log.error('the job failed', { err })`.
 */
export interface HostLogger extends Logger {
  readonly trace: Logger['debug']
  readonly fatal: Logger['error']
  /** Whether lines at `debug` are written. */
  readonly writesDebug: boolean
  /** Makes a logger that adds these members to every line. Each plugin gets `log.child({ plugin: id })`. */
  readonly child: (bindings: Record<string, unknown>) => HostLogger
  /** Writes what is still buffered. Called last when the host closes. */
  readonly flush: (done?: (error?: Error) => void) => void
}

/** Writes nothing. The default of functions that take a logger. */
export const silentLogger: HostLogger = overPino(pino({ level: 'silent' }))

/**
 * Makes a logger that writes one JSON object per line, with the time in ISO 8601, or one coloured line for a terminal, with the stack of an
 * error below it. Members named like a secret are redacted.
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
  const target = pretty ? await prettyStream(stream) : (stream ?? standardOutput())
  const logger = pino<never>(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // `redact` has described it before, and pino would take the description for an error of the type Object.
      serializers: { err: (described: unknown) => described },
    },
    target,
  )
  return overPino(logger)
}

/** The number of bytes that are written together. */
const BATCH = 4_096
/** Milliseconds after which a smaller amount is written. */
const LATEST = 50
/** The number of bytes that may wait to be written. Lines beyond that are left out, because they would fill the memory. */
const MOST_WAITING = 16 * 1024 * 1024

const TOO_FAST = 'lines of the log were left out, because they came faster than they could be written'

/** Writes lines together. Each write wakes a thread, which costs a tenth of the time of a short request. */
function standardOutput(): DestinationStream & Pick<HostLogger, 'flush'> & { flushSync(): void } {
  const output = destination({ dest: 1, sync: false, minLength: BATCH, maxLength: MOST_WAITING })
  let leftOut = 0
  output.on('drop', () => (leftOut += 1))
  let waiting: NodeJS.Timeout | undefined
  const tellLeftOut = () => {
    output.write(
      `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), left_out: leftOut, msg: TOO_FAST })}\n`,
    )
    leftOut = 0
  }
  const flush = () => {
    waiting = undefined
    if (leftOut > 0) tellLeftOut()
    output.flush()
  }
  return {
    write(line) {
      output.write(line)
      waiting ??= setTimeout(flush, LATEST).unref()
    },
    flush: (done) => output.flush(done),
    // pino calls it after a line at `fatal`, which may be the last action of the process.
    flushSync: () => output.flushSync(),
  }
}

function overPino(logger: PinoLogger<never>): HostLogger {
  const writer = (level: Exclude<LogLevel, 'silent'>): Logger['info'] => {
    return (...given) => {
      if (!logger.isLevelEnabled(level)) return
      const [message, details] = typeof given[0] === 'string' ? given : inOrder(given)
      const text = typeof message === 'string' && message.length > LONGEST_TEXT ? shortened(message) : message
      if (!details) return logger[level](text)
      let shown: object
      // A getter that throws must not fail the work that only logs.
      try {
        shown = redact(details)
      } catch (err) {
        shown = { unreadable: err instanceof Error ? describeError(err) : typeof err }
      }
      logger[level](shown, text)
    }
  }
  return {
    trace: writer('trace'),
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    fatal: writer('fatal'),
    writesDebug: logger.isLevelEnabled('debug'),
    // pino does not apply `formatters.log` to the bindings of child loggers.
    child: (bindings) => overPino(logger.child(redact(bindings))),
    flush: (done) => logger.flush(done),
  }
}

/** Some loggers take the details first, and so do plugins in JavaScript that are used to them. */
const inOrder = ([first, second]: Parameters<Logger['info']>): Parameters<Logger['info']> =>
  typeof second === 'string' && typeof first === 'object' ? [second, first] : [first, second]

async function prettyStream(stream: DestinationStream | undefined): Promise<DestinationStream> {
  const { prettyFactory, PinoPretty } = await import('pino-pretty')
  const style = { singleLine: true, translateTime: 'HH:MM:ss.l' }
  if (!stream) return PinoPretty({ ...style, sync: true })
  const pretty = prettyFactory({ ...style, colorize: false })
  return { write: (line) => stream.write(pretty(line)) }
}
