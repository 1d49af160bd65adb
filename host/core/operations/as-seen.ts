import { ApiError } from '@atrium/sdk'
import { record_fields } from '@atrium/sdk/host'
import { isDeepStrictEqual } from 'node:util'
import type { TObject } from 'typebox'
import type { Operation } from '../registries/index.ts'
import { innerRequest, type OperationRequest, type Perform } from './request.ts'

type Values = Readonly<Record<string, unknown>>

interface Reading {
  /** The schema of the record. */
  readonly record: TObject | undefined
  /** The operation that reads it. */
  readonly read: Operation
  readonly params: OperationRequest['params']
  readonly request: Parameters<typeof innerRequest>[0]
  readonly perform: Perform
}

/**
 * Reads a record as the caller, and compares it with what the caller has seen of it. Only values that somebody can send count, because
 * others, such as an age, may differ although nobody has changed anything.
 * @returns the headers with which it is changed only if nobody changes it in between
 * @throws ApiError 412 `version_mismatch`, and what the read operation throws
 */
export async function requireAsSeen(
  seen: Values,
  { record, read, params, request, perform }: Reading,
): Promise<OperationRequest['headers']> {
  const { body, headers } = await perform(innerRequest(request, { operation: read, params, body: undefined }))
  const present = asSent(body) as Values
  const fields = record && record_fields(record)
  const counts = (name: string) => fields?.get(name)?.read_only === false
  const changed = Object.keys(seen).filter(
    (name) => counts(name) && !isDeepStrictEqual(seen[name] ?? null, present[name] ?? null),
  )
  if (changed.length > 0) throw changedSince(changed)
  const { etag } = headers
  return etag === undefined ? {} : { 'if-match': etag }
}

/** A value as JSON answers it: the record may hold dates, and members without a value. */
export const asSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const changedSince = (names: readonly string[]) =>
  new ApiError('version_mismatch', {
    detail: `It has changed since you read it: ${names.map((name) => `[${name}]`).join(', ')}. Read it again, then change it.`,
    errors: Object.fromEntries(names.map((name) => [name, 'It has changed since you read it'])),
  })
