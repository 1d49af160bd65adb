import { ApiError } from '@atrium/sdk'

/** A message as it came, as far as it can be answered: whatever else is wrong with it is said by `readType`. */
export interface Envelope {
  /** Undefined where the text is no JSON object. */
  readonly members: Readonly<Record<string, unknown>> | undefined
  /** What answers repeat as `reply_to`. */
  readonly id: string | undefined
  /** The one that is named, else the connection's own. */
  readonly namespace: string | undefined
}

const LONGEST_ID = 128

/** Reads what a client sent. Never throws: also what is no message is answered. */
export function readEnvelope(text: string | undefined, defaultNamespace: string | undefined): Envelope {
  const members = text === undefined ? undefined : parseObject(text)
  const { id, namespace = defaultNamespace } = members ?? {}
  return {
    members,
    id: isId(id) ? id : undefined,
    namespace: typeof namespace === 'string' ? namespace : undefined,
  }
}

/**
 * The type of a message that has the form `{ "namespace", "type", "id", "payload" }`.
 * @throws ApiError 400 `message_malformed`
 */
export function readType({ members, namespace }: Envelope): string {
  if (members === undefined) throw malformed('A message is a JSON object, sent as text.')
  const { type, id } = members
  if (namespace === undefined)
    throw malformed('Say which [namespace] it is for, or open the connection with ?namespace=….')
  if (typeof type !== 'string' || type === '') throw malformed('Its [type] has to be a text.')
  if (id !== undefined && !isId(id)) throw malformed(`Its [id] has to be a text of 1 to ${LONGEST_ID} characters.`)
  return type
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const isId = (id: unknown): id is string => typeof id === 'string' && id.length > 0 && id.length <= LONGEST_ID

const malformed = (why: string) => new ApiError('message_malformed', { detail: `This message cannot be read. ${why}` })
