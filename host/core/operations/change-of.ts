import { ApiError } from '@atrium/sdk'
import { type ListChanges, type OwnChange, record_fields } from '@atrium/sdk/host'
import { isDeepStrictEqual } from 'node:util'
import type { TObject } from 'typebox'
import type { Operation } from '../registries/index.ts'
import { innerRequest, type OperationRequest, type Perform } from './request.ts'

type Values = Readonly<Record<string, unknown>>

/** What a bulk request changes in one record, and what the caller has seen of it. */
export type RecordChange = Partial<OwnChange> & ListChanges

interface Reading {
  /** The schema of the record. */
  readonly record: TObject | undefined
  /** The operation that reads it. Undefined if the plugin has no such route. */
  readonly read: Operation | undefined
  readonly params: OperationRequest['params']
  readonly request: Parameters<typeof innerRequest>[0]
  readonly perform: Perform
}

/**
 * The body and headers with which one record is changed. If the change depends on what the record is, it is read as the caller, and the
 * headers say that it has to be the same still.
 * @throws ApiError 412 `version_mismatch` if it is not as the caller has seen it, and what the read operation throws
 */
export async function changeOf(
  change: RecordChange,
  { record, read, params, request, perform }: Reading,
): Promise<Pick<OperationRequest, 'body' | 'headers'>> {
  const { changes, seen, add, remove } = change
  if (read === undefined || (seen ?? add ?? remove) === undefined) return { body: changes, headers: {} }
  const { body, headers } = await perform(innerRequest(request, { operation: read, params, body: undefined }))
  const present = asSent(body) as Values
  const lists = listsOf(present, change)
  if (seen) requireAsSeen(seen, present, { record, merged: lists })
  const { etag } = headers
  return { body: { ...changes, ...lists }, headers: etag === undefined ? {} : { 'if-match': etag } }
}

/** The lists of a record with what is added, and without what is removed. */
function listsOf(present: Values, { add = {}, remove = {} }: ListChanges): Values {
  const listOf = (name: string) => {
    const { [name]: added = [] } = add
    const { [name]: removed = [] } = remove
    const before = (present[name] ?? []) as readonly unknown[]
    return [...new Set([...before, ...added])].filter((value) => !removed.includes(value))
  }
  return Object.fromEntries(Object.keys({ ...add, ...remove }).map((name) => [name, listOf(name)]))
}

/**
 * Only values that somebody can send count, because others, such as an age, may differ although nobody has changed anything. Lists that
 * are merged may have changed.
 */
function requireAsSeen(
  seen: Values,
  present: Values,
  { record, merged }: Pick<Reading, 'record'> & { merged: Values },
): void {
  const fields = record && record_fields(record)
  const counts = (name: string) => fields?.get(name)?.read_only === false && !(name in merged)
  const changed = Object.keys(seen).filter(
    (name) => counts(name) && !isDeepStrictEqual(seen[name] ?? null, present[name] ?? null),
  )
  if (changed.length > 0) throw changedSince(changed)
}

/** A value as JSON answers it: the record may hold dates, and members without a value. */
export const asSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const changedSince = (names: readonly string[]) =>
  new ApiError('version_mismatch', {
    detail: `It has changed since you read it: ${names.map((name) => `[${name}]`).join(', ')}. Read it again, then change it.`,
    errors: Object.fromEntries(names.map((name) => [name, 'It has changed since you read it'])),
  })
