import { ApiError } from '@atrium/sdk'

/** A received message, read far enough to answer it; `readType` reports its other errors. */
export interface Envelope {
  /** Undefined if the text is not a JSON object. */
  readonly members: Readonly<Record<string, unknown>> | undefined
  /** Answers repeat it as `reply_to`. */
  readonly id: string | undefined
  /** The namespace of the message, or else the default of the connection. */
  readonly namespace: string | undefined
}

const LONGEST_ID = 128

/** Reads a message. Never throws, because malformed messages are answered too. */
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
 * Returns the type of a well-formed message: `{ "namespace", "type", "id", "payload" }`.
 * @throws ApiError 400 `message_malformed`
 */
export function readType({ members, namespace }: Envelope): string {
  if (members === undefined) throw malformed('Send a JSON object as a text frame.')
  const { type, id } = members
  if (namespace === undefined) throw malformed('Add [namespace], or open the connection with ?namespace=….')
  if (typeof type !== 'string' || type === '') throw malformed('Set [type] to a non-empty string.')
  if (id !== undefined && !isId(id)) throw malformed(`Set [id] to a string of 1 to ${LONGEST_ID} characters.`)
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

const malformed = (why: string) => new ApiError('message_malformed', { detail: `The message is malformed. ${why}` })
