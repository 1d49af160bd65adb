import { DeclarationError, type JobOptions, require_options } from '@atrium/sdk/host'
import { requireJsonWithin } from '../../base/errors/index.ts'

const OPTIONS = ['run_at', 'key', 'attempts', 'after_undo']

/** @throws DeclarationError `argument_invalid` */
export function requireJobOptions(options: JobOptions): JobOptions {
  require_options('[jobs.add]', options, OPTIONS)
  const { run_at } = options
  if (run_at === undefined || isDate(run_at)) return options
  throw new DeclarationError('argument_invalid', `[run_at: ${String(run_at)}] of [jobs.add] is not a valid Date.`, {
    fix: 'Write it like [{ run_at: new Date(Date.now() + 60_000) }].',
  })
}

const isDate = (value: unknown) => value instanceof Date && !Number.isNaN(value.getTime())

/** The most characters of a payload. It is a row, and each subscriber of an event gets its own. */
const LARGEST_PAYLOAD = 1_000_000

/** Serializes a payload; undefined becomes null. @throws TypeError if it cannot be written as JSON, or JSON would leave something out */
export function toPayload(payload: unknown, { of, as = 'payload' }: { of: string; as?: string }): string {
  requireJsonWithin(LARGEST_PAYLOAD, payload, {
    what: `The payload of [${of}]`,
    instead: 'Pass plain values of a few kilobytes; store more in a table or a file and pass its id.',
  })
  const text = write(payload ?? null, of)
  const offender = findUnwritable(payload, as)
  if (text === undefined || offender) throw notJson(of, offender)
  return text
}

/** Unlike its declared type, JSON.stringify returns undefined for a function or a symbol. */
function write(payload: unknown, of: string): string | undefined {
  try {
    return JSON.stringify(payload)
  } catch (cause) {
    throw notJson(of, undefined, cause)
  }
}

/** Finds what JSON silently drops: functions, symbols, and everything of a class instance except its fields. */
function findUnwritable(value: unknown, path: string): string | undefined {
  if (typeof value === 'function') return `[${path}] is a function`
  if (typeof value === 'symbol') return `[${path}] is a symbol`
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return undefined
  if (!Array.isArray(value) && !isPlain(value))
    return `[${path}] is an instance of the class [${value.constructor.name}]`
  for (const [name, member] of Object.entries(value)) {
    const found = findUnwritable(member, Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`)
    if (found !== undefined) return found
  }
  return undefined
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

const notJson = (of: string, offender: string | undefined, cause?: unknown) =>
  new TypeError(
    `The payload of [${of}] cannot be written as JSON${offender ? `: ${offender}` : ''}. Pass plain values, or an id.`,
    { cause },
  )
