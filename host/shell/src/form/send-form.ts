import type { FormDefinition } from '@atrium/sdk/documents'
import { ApiProblem } from '../api/api-problem.ts'
import { fillPath } from '../api/fill-path.ts'
import { request } from '../api/request.ts'
import type { Answer } from '../api/request.ts'
import { fieldStates } from './field-states.ts'
import { initialValues } from './form-values.ts'
import type { FormValues } from './form-values.ts'
import type { IdempotencyKeys } from './idempotency-key.ts'
import { submission } from './submission.ts'
import type { LoadedRecord } from './use-record-form.ts'

/** One try to submit: what stands in the form, and the record it began with. */
export interface Attempt {
  definition: FormDefinition
  recordId: string | undefined
  values: FormValues
  base: LoadedRecord | null
  keys: IdempotencyKeys
  changesOnly?: boolean
}

/** Sends a form to where its definition says. @throws ApiProblem */
export async function sendForm({
  definition,
  recordId,
  values,
  base,
  keys,
  ...how
}: Attempt): Promise<Answer<unknown>> {
  const { method, path } = definition.submit
  const record = base?.record ?? null
  const states = fieldStates(definition, { values, record })
  const body = submission(definition, { values, states, initial: initialValues(definition, record), ...how })
  const send = (headers: Record<string, string>) =>
    request<unknown>(method, fillPath(path, recordId ?? ''), { body, headers })

  if (method !== 'POST') return send(base?.etag ? { 'if-match': base.etag } : {})
  return send({ 'idempotency-key': keys.keyFor(JSON.stringify(body)) }).catch((error: unknown) => {
    // Routes that do their own transactions cannot promise to run once; they say so before they do anything.
    if (error instanceof ApiProblem && error.code === 'idempotency_unsupported') return send({})
    throw error
  })
}
