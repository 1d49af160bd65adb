import type { FormDefinition } from '@atrium/sdk/documents'
import { ApiProblem } from '../api/api-problem.ts'
import type { RecordId } from '../api/paths.ts'
import { fillPath } from '../api/paths.ts'
import type { Answer } from '../api/request.ts'
import { request } from '../api/request.ts'
import { upload } from '../api/upload.ts'
import { fieldStates } from './field-states.ts'
import type { FormValues, LoadedRecord } from './form-values.ts'
import { initialValues, startingRecord } from './form-values.ts'
import { multipartBody, submission } from './submission.ts'
import type { IdempotencyKeys } from './submission.ts'

/** One try to submit: what stands in the form, and the record it began with. */
export interface Attempt {
  definition: FormDefinition
  /** The record that is sent to, and the one on whose screen that is done where it is another. */
  recordId: RecordId | undefined
  parentId?: RecordId | undefined
  values: FormValues
  base: LoadedRecord | null
  keys: IdempotencyKeys
  changesOnly?: boolean
  signal: AbortSignal
  /** How much of a form with files has left, from 0 to 1. */
  onProgress: (share: number) => void
}

/** Sends a form to where its definition says, and as it says. @throws ApiProblem; DOMException `AbortError` */
export async function sendForm({
  definition,
  recordId = '',
  parentId,
  values,
  base,
  keys,
  signal,
  onProgress,
  ...how
}: Attempt): Promise<Answer<unknown>> {
  const { method, encoding, once } = definition.submit
  const path = fillPath(definition.submit.path, recordId, parentId)
  const record = startingRecord(definition, base)
  const states = fieldStates(definition, { values, record })
  const body = submission(definition, { values, states, initial: initialValues(definition, record), ...how })
  const version = base?.etag ? { 'if-match': base.etag } : undefined
  if (encoding !== undefined) {
    const key = once && { 'idempotency-key': keys.keyFor(JSON.stringify(body, namingFiles)) }
    return upload(method, path, { body: multipartBody(body), headers: { ...version, ...key }, signal, onProgress })
  }

  const send = (headers: Record<string, string>) =>
    request<unknown>(method, path, { body, headers: { ...version, ...headers }, signal })
  if (method !== 'POST') return send({})
  return send({ 'idempotency-key': keys.keyFor(JSON.stringify(body)) }).catch((error: unknown) => {
    // Routes that do their own transactions cannot promise to run once; they say so before they do anything.
    if (error instanceof ApiProblem && error.code === 'idempotency_unsupported') return send({})
    throw error
  })
}

/** A file is the same as long as nobody has chosen another, or saved it anew. */
const namingFiles = (_name: string, value: unknown) =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value
