import { ApiError } from '@atrium/sdk'
import type { JsonSchema } from '@atrium/sdk/documents'
import type { TSchema } from 'typebox'
import type { Logger } from '../../base/log/index.ts'
import { closedSchema } from '../../core/operations/validators.ts'
import { createCompiler } from '../../core/operations/compile-schema.ts'
import { unstorableText, summaryOf, violationsOf } from '../../core/operations/violations.ts'

/** @throws ApiError 422 `validation_failed` */
export type PayloadCheck = (schema: TSchema, payload: unknown) => unknown

/**
 * Makes what checks payloads as bodies are checked: defaults are filled in, in place; unknown members are refused, and text that
 * cannot be kept. No payload is an empty object where one is wanted.
 */
export function createPayloadCheck({ log }: { log: Logger }): PayloadCheck {
  const compile = createCompiler({ log, useDefaults: true, verbose: true })
  const closed = new WeakMap<object, JsonSchema>()
  const closedOf = (schema: TSchema) => {
    const known = closed.get(schema) ?? closedSchema(schema as unknown as JsonSchema)
    closed.set(schema, known)
    return known
  }
  return (schema, payload) => {
    const closedForm = closedOf(schema)
    const given = payload === undefined && closedForm.type === 'object' ? {} : payload
    const found = compile(closedForm)(given) ?? unstorableText(given)
    if (found === undefined) return given
    const violations = violationsOf(found)
    throw new ApiError('validation_failed', { detail: summaryOf(violations), ...violations })
  }
}
