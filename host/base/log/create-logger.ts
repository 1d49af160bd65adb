import { destination, pino } from 'pino'
import type { DestinationStream, Logger as PinoLogger } from 'pino'
import { describeError } from './describe-error.ts'
import type { LogLevel } from './log-level.ts'
import type { Logger } from './logger.ts'
import { redact } from './redact.ts'

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
