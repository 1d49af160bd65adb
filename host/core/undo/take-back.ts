import { ApiError, etag_of, type RecordId } from '@atrium/sdk'
import { bring_back, changes_during } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'
import { toApiError } from '../../base/errors/index.ts'
import type { KeyRing } from '../../base/secrets/index.ts'
import { afterUndoOf, innerRequest, type OperationRequest, type Perform } from '../operations/index.ts'
import type { OperationRegistry, Registries } from '../registries/index.ts'
import { recordOf, redoBy } from './declared-undo.ts'
import { sentValues } from './may-undo.ts'
import { type Former, type Inverse, inverseOf, sumOf, type Way } from './undo-steps.ts'
import type { UndoableJobs } from './undo-notes.ts'
import { countFrom, over, sealedPlace, takeChange, UNDO, type UndoRow } from './undo-table.ts'

/** Options of undoing. */
export interface TakeBackOptions {
  readonly database: Database
  readonly operations: OperationRegistry
  readonly keys: KeyRing
  readonly perform: Perform
  /** Hours for which changes can be undone. */
  readonly hours: number
  /** Seconds for which mails and other effects of a change wait. */
  readonly seconds: number
  readonly jobs: UndoableJobs
  /** Reports each publication, with which the tables may change. */
  readonly registries?: Pick<Registries, 'onChange'>
}

/**
 * Undoes a change of the caller, with the caller's present rights: each step is an ordinary request of the record kit. Either all steps are
 * undone or none, in the present transaction.
 * @throws ApiError 404, 410 `undo_over`, 409 `undo_outdated`, and what the requests throw
 */
export async function takeBack(
  undo: string,
  { request, ...options }: TakeBackOptions & { request: OperationRequest },
): Promise<readonly UndoRow[]> {
  const { database, hours } = options
  const rows = await takeChange(database, undo, { caller_id: request.caller?.id ?? '', hours })
  const isUnknown = await options.jobs.drop(undo)
  const after = afterUndoOf(request)
  if (after) after.isSilent = isUnknown
  for (const row of rows) await takeStepBack(row, { request, ...options })
  return rows
}

async function takeStepBack(
  row: UndoRow,
  { database, operations, perform, request, ...options }: TakeBackOptions & { request: OperationRequest },
): Promise<void> {
  const former = openFormer(row, options)
  const inverse = former.by ? declaredInverse(former.by, operations) : inverseOf(row, operations)
  if (inverse === undefined) throw outdated(row, 'Its plugin is not active, or does not offer this any more.')
  const inner = innerRequest(request, { ...requestFor(row, { former, inverse }), auditedAs: UNDO })
  const store = (former.by ? recordOf(inverse.operation, operations) : inverse.operation)?.declaration.store
  const table = store?.table?.name ?? ''
  const version = row.change === 'deleted' ? { version: versionIn(row.tag_before) } : {}
  const id = (former.values['id'] ?? row.record_id) as RecordId
  redoBy(inner, former.again)
  if (row.change !== 'created' && former.by === undefined)
    bring_back(inner, { table, id, values: former.values, ...version })
  await perform(inner).catch((error: unknown) => {
    throw asOutdated(row, toApiError(error))
  })
  const change = changes_during(inner).findLast((each) => each.table === table && String(each.id) === row.record_id)
  const present = change?.after && etag_of(change.after)
  if (change?.after === undefined || present === undefined || row.tag_before === null) return
  if (sumOf(change.after) === former.sum && present !== row.tag_before)
    await countFrom(database, row, { former: row.tag_before, present })
}

function openFormer(row: UndoRow, { keys, hours }: Pick<TakeBackOptions, 'keys' | 'hours'>): Former {
  try {
    return JSON.parse(keys.open(row.sealed, sealedPlace(row.undo, row.position))) as Former
  } catch {
    // The key is missing, or the row is from a copy of the database.
    throw over(row.undo, { hours, isDone: false })
  }
}

/** Undefined if the plugin no longer offers the route. */
function declaredInverse({ operation: name, params }: Way, operations: OperationRegistry): Inverse | undefined {
  const operation = operations.get(name)
  return operation && { operation, params }
}

/** The parts of the request that undoes a step. */
function requestFor({ change, tag_after }: UndoRow, { former, inverse }: { former: Former; inverse: Inverse }) {
  const headers = tag_after === null ? {} : { 'if-match': `"${tag_after}"` }
  if (former.by) return { ...inverse, headers, body: former.by.body }
  if (change === 'created') return { ...inverse, headers, body: undefined }
  if (change === 'updated') return { ...inverse, headers, body: former.values }
  return { ...inverse, body: sentValues(inverse.operation, former.values) }
}

/** The number of a version, from the ETag of a record of the kit: `7.3` → 3. */
const versionIn = (tag: string | null) => Number(/\.(\d+)$/.exec(tag ?? '')?.[1] ?? 1)

const CHANGED: ReadonlySet<string> = new Set(['version_mismatch', 'record_not_found'])

function asOutdated(row: UndoRow, error: ApiError): ApiError {
  if (!CHANGED.has(error.code)) return error
  return outdated(row, error.status === 404 ? 'It has been deleted, or you may no longer see it.' : 'It has changed.')
}

const outdated = ({ resource, record_id }: UndoRow, why: string) =>
  new ApiError('undo_outdated', {
    detail: `[${resource}/${record_id}] is not as your change left it, so nothing was undone. ${why} Read it again, and change it by hand.`,
  })
