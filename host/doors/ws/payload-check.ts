import { ApiError } from '@atrium/sdk'
import type { JsonSchema } from '@atrium/sdk/documents'
import { errors_in_line } from '@atrium/sdk/host'
import type { TSchema } from 'typebox'
import type { HostLogger } from '../../base/log/index.ts'
import {
  closedSchema,
  createCompiler,
  DEEPEST,
  isTooDeep,
  unstorableText,
  violationsOf,
} from '../../core/operations/index.ts'

/** Returns a payload with its defaults. @throws ApiError 422 `validation_failed`, 400 `message_malformed` if the payload is nested too deeply */
export type PayloadCheck = (schema: TSchema, payload: unknown) => unknown

/**
 * Makes the check of payloads, which works as for bodies: it fills in defaults in place and refuses unknown members and
 * text that a database cannot store. A missing payload becomes an empty object if the schema expects one.
 */
export function createPayloadCheck({ log }: { log: HostLogger }): PayloadCheck {
  const compile = createCompiler({ log, useDefaults: true, verbose: true })
  const closed = new WeakMap<object, JsonSchema>()
  const closedOf = (schema: TSchema) => {
    const known = closed.get(schema) ?? closedSchema(schema as unknown as JsonSchema)
    closed.set(schema, known)
    return known
  }
  return (schema, payload) => {
    if (isTooDeep(payload)) throw tooDeep()
    const closedForm = closedOf(schema)
    const given = payload === undefined && closedForm.type === 'object' ? {} : payload
    const found = compile(closedForm)(given) ?? unstorableText(given)
    if (found === undefined) return given
    const violations = violationsOf(found)
    throw new ApiError('validation_failed', { detail: errors_in_line(violations.errors, 'payload'), ...violations })
  }
}

const tooDeep = () =>
  new ApiError('message_malformed', {
    detail: `The payload is nested more than [${DEEPEST}] levels deep. Send flatter JSON.`,
  })
