import { stdSerializers } from 'pino'
import { firstMembers, LineRoom, memberOf, MOST_MEMBERS, shortened, shortenError } from './shorten.ts'
import { withSourceLines } from './source-lines.ts'

/** The endings of secret names, in lower case without separators: matches `smtp_password`, `clientSecret` and `X-Api-Key`. */
const SECRET =
  /(password|passwords|passwordhash|passwd|passphrase|secret|secrets|token|authorization|cookie|apikey|accesskey|secretkey|privatekey|credential|credentials)$/

const REDACTED = '[redacted]'
const TOO_DEEP = '[deeper]'
const DEEPEST = 6

/** Caches whether a name is that of a secret. Names come from code, so they are few; if foreign data brings many, the cache is cleared. */
const known = new Map<string, boolean>()
const MOST_KNOWN = 2_000

/**
 * Returns the details with secrets replaced by `[redacted]` and errors described, down to six levels, and long texts and lists shortened.
 * Copies only changed parts. Takes 0.1 µs per line where pino's own `redact` takes 9 µs for three levels.
 */
export function redact<Details extends object>(all: Details, room = new LineRoom(), depth = DEEPEST): Details {
  const { length } = Array.isArray(all) ? all : Object.keys(all)
  const details = length > MOST_MEMBERS ? firstMembers(all, length) : all
  let copy: Record<string, unknown> | undefined
  for (const [name, value] of Object.entries(details) as [string, unknown][]) {
    const isSecret = known.get(name) ?? isSecretName(name)
    let shown: unknown = value
    if (isSecret) shown = REDACTED
    else if (typeof value === 'string') shown = room.fit(value)
    else if (typeof value === 'object' && value !== null) shown = redactObject(value, room, depth - 1)
    if (shown === value) continue
    copy ??= (Array.isArray(details) ? [...(details as unknown[])] : { ...details }) as Record<string, unknown>
    copy[name] = shown
  }
  return (copy as Details | undefined) ?? details
}

/** @param depth levels that are still looked at */
function redactObject(value: object, room: LineRoom, depth: number): unknown {
  if (value instanceof Error) return describeError(value, room, depth)
  return depth === 0 ? TOO_DEEP : redact(value, room, depth)
}

/** Whether the name is that of a secret: `smtp_password`, `clientSecret`. */
export function isSecretName(name: string): boolean {
  const answer = SECRET.test(name.replaceAll(/[^a-z]/gi, '').toLowerCase())
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(name, answer)
  return answer
}

/** PostgreSQL puts values of the rejected row into these members. */
const WITH_VALUES = ['detail', 'where', 'internalQuery'] as const

/** pino tags the error while it reads it. A frozen one, and one with getters that throw, must not end the host, so the rest is shown. */
function serialized(error: Error): unknown {
  try {
    return stdSerializers.err(error)
  } catch {
    const shown = {
      type: memberOf(error, 'name'),
      message: memberOf(error, 'message'),
      stack: memberOf(error, 'stack'),
    }
    return Object.fromEntries(Object.entries(shown).filter(([, value]) => typeof value === 'string'))
  }
}

/**
 * Describes an error for the log: type, message, stack (with the lines of the sources) and its own members, without the record values that
 * drivers attach.
 */
export function describeError(error: Error, room = new LineRoom(), depth = DEEPEST): unknown {
  if (!shortenError(error))
    return { type: memberOf(error, 'name'), message: shortened(String(memberOf(error, 'message'))) }
  const described = serialized(error)
  if (typeof described !== 'object' || described === null) return described
  const shown = { ...described } as Record<string, unknown>
  for (const name of WITH_VALUES) delete shown[name]
  if (typeof shown['stack'] === 'string') shown['stack'] = withSourceLines(shortened(shown['stack']))
  return depth <= 0 ? shown : redact(shown, room, depth)
}
