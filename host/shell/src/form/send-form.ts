import type { BulkRequest, FormDefinition } from '@atrium/sdk/documents'
import { ApiProblem } from '../api/api-problem.ts'
import type { RecordId } from '../api/paths.ts'
import { fillPath } from '../api/paths.ts'
import type { Answer } from '../api/request.ts'
import { reach } from '../api/reach.ts'
import { isUnreachable, request } from '../api/request.ts'
import { upload } from '../api/upload.ts'
import { fieldStates } from './field-states.ts'
import type { FormValues, LoadedRecord } from './form-values.ts'
import { initialValues, startingRecord } from './form-values.ts'
import { multipartBody, submission } from './submission.ts'
import type { IdempotencyKeys } from './submission.ts'

/** One attempt to submit: the values of the form and the record that it started from. */
export interface Attempt {
  definition: FormDefinition
  /** The record in the path of the request. `parentId` is the id of the screen's record, if that is another one. */
  recordId: RecordId | undefined
  parentId?: RecordId | undefined
  values: FormValues
  base: LoadedRecord | null
  keys: IdempotencyKeys
  changesOnly?: boolean
  /** Values sent in addition to the fields of the form. */
  shown?: Readonly<Record<string, unknown>> | undefined
  /** Many records instead of one: the values of the form are the body for each. */
  many?: BulkRequest | undefined
  signal: AbortSignal
  /** Progress of an upload, from 0 to 1. Called only for forms with files. */
  onProgress: (share: number) => void
}

/** Sends a form as its definition specifies. @throws ApiProblem; DOMException `AbortError` */
export async function sendForm({
  definition,
  recordId = '',
  parentId,
  values,
  base,
  keys,
  signal,
  onProgress,
  shown,
  many,
  ...how
}: Attempt): Promise<Answer<unknown>> {
  const { method, encoding, once } = definition.submit
  const path = fillPath(definition.submit.path, recordId, parentId)
  const record = startingRecord(definition, base)
  const states = fieldStates(definition, { values, record })
  const entered = submission(definition, { values, states, initial: initialValues(definition, record), ...how })
  const body = many ? { ...many, body: entered } : { ...shown, ...entered }
  const version = base?.etag ? { 'if-match': base.etag } : undefined
  if (encoding !== undefined) {
    const key = once && { 'idempotency-key': keys.keyFor(JSON.stringify(body, describeFile)) }
    const sendFiles = () =>
      upload<unknown>(method, path, { body: multipartBody(body), headers: { ...version, ...key }, signal, onProgress })
    return key ? untilReached(sendFiles, signal) : sendFiles()
  }

  const send = (headers: Record<string, string>) =>
    request<unknown>(method, path, { body, headers: { ...version, ...headers }, signal })
  // An edit describes the resulting record, so it can be repeated. Changes with methods other than POST have no key.
  if (method !== 'POST') return definition.operation === 'edit' ? untilReached(() => send({}), signal) : send({})
  const key = keys.keyFor(JSON.stringify(body))
  return untilReached(() => send({ 'idempotency-key': key }), signal).catch((error: unknown) => {
    // A route with its own transactions cannot guarantee to run only once. It refuses the key before it does anything.
    if (error instanceof ApiProblem && error.code === 'idempotency_unsupported') return send({})
    throw error
  })
}

/** Repeats the request as soon as the host can be reached again. Only for requests that may arrive twice. */
export async function untilReached<Given>(send: () => Promise<Given>, signal: AbortSignal): Promise<Given> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (!isUnreachable(error) || signal.aborted) throw error
      await reach.back(signal)
    }
  }
}

/** For JSON: a file is identified by its name, size and modification time. */
const describeFile = (_name: string, value: unknown) =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value
