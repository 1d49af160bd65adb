import type { ApiError, Call, RecordId, Static } from '@atrium/sdk'
import type { BulkAction, BulkChange, BulkFailure, BulkResult, BulkRequest } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'
import { toApiError } from '../../base/errors/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { OperationRegistry, Operation } from '../registries/index.ts'
import { idsToRepeat } from './bulk-records.ts'
import { operationName } from './declare-operation.ts'
import { lastParameter } from './filled-path.ts'
import { held } from './held.ts'
import { Accepted } from './outcome.ts'
import type { HandlerTime } from './handler-time.ts'
import { changeOf, type RecordChange } from './change-of.ts'
import type { OperationRequest, Perform } from './request.ts'
import { innerRequest } from './request.ts'

type Result = Static<typeof BulkResult>

type Operations = Pick<OperationRegistry, 'get'>

/** Accepts bulk actions that are too large for one request, and runs them in the background. */
export interface BackgroundBulk {
  /** A filter that matches more records runs in the background. */
  readonly mostAtOnce: number
  /** Stores the action in the present transaction; it begins after the commit. */
  accept(request: OperationRequest, ids: readonly RecordId[]): Promise<BulkAction>
  /** The address at which an action can be followed. */
  addressOf(action: BulkAction): string
}

/** The operation that a bulk route runs for each record. @throws Error if it no longer exists */
export function repeatedOperation(operations: Operations, { owner, declaration }: Operation): Operation {
  const repeated = operations.get(operationName(owner, declaration.each ?? ''))
  if (repeated === undefined)
    throw new Error(
      `The bulk route [${declaration.path}] repeats [${declaration.each}], which no longer exists. Declare that route or change [each].`,
    )
  return repeated
}

interface BulkOptions {
  readonly database: Database
  readonly operations: OperationRegistry
  readonly perform: Perform
  readonly log: HostLogger
  readonly background?: BackgroundBulk | undefined
}

/** The share of its time after which it moves to the background: until then, it holds the writer for half as long as a handler may. */
const MOVES_AFTER = 1 / 6

/** Ends a bulk action within its transaction, so that it is undone and runs in the background instead. */
export class TooSlowForOneAnswer extends Error {
  readonly ids: readonly RecordId[]

  constructor(ids: readonly RecordId[]) {
    super('The bulk action takes too long for one answer.')
    this.ids = ids
  }
}

/** Runs bulk routes. */
export interface Bulk {
  /**
   * The records of a request that has to run in the background: those of a filter that matches too many. They are read without holding the
   * writer. Undefined for every other request, even an invalid one, which `run` refuses.
   */
  selectMany(request: OperationRequest): Promise<readonly RecordId[] | undefined>
  /**
   * Runs another operation for many records, one after the other, each in its own savepoint. A failure is reported with the id of its
   * record and does not undo the others. If the database itself fails, everything is undone.
   * @throws TooSlowForOneAnswer if a sixth of the time is used up and the background can take all of it
   */
  run(request: OperationRequest, call: Pick<Call, 'signal'>, time?: HandlerTime): Promise<Result>
  /** Passes the records to the background, in the present transaction. */
  accept(request: OperationRequest, ids: readonly RecordId[]): Promise<Accepted>
}

export function createBulk({ database, operations, perform, log, background }: BulkOptions): Bulk {
  return {
    async selectMany(request) {
      if (background === undefined || !mayBeLater(request)) return undefined
      const { operation } = request
      const select = () => idsToRepeat(request, repeatedOperation(operations, operation), operations)
      const ids = await held(operation.lease, () => database.reading(select)).catch(() => [])
      return ids.length > background.mostAtOnce ? ids : undefined
    },

    async run(request, { signal }, time) {
      const repeated = repeatedOperation(operations, request.operation)
      const ids = await idsToRepeat(request, repeated, operations)
      const canMove = background !== undefined && repeated.transaction && mayBeLater(request)
      const given = givenFor(request, operations, repeated)
      const result: Result = { done: [], failed: [] }
      for (const id of ids) {
        signal.throwIfAborted()
        if (canMove && time?.isOverBy(MOVES_AFTER)) throw new TooSlowForOneAnswer(ids)
        const failure = await repeatFor(id, { repeated, given, request, perform, log })
        if (failure === undefined) result.done.push(id)
        else result.failed.push(failure)
      }
      return result
    },

    async accept(request, ids) {
      const { accept, addressOf } = background as BackgroundBulk
      const action = await accept(request, ids)
      return new Accepted(action, addressOf(action))
    },
  }
}

/** Whether the answer may be 202: the caller sent a filter and is no plugin that waits for the result. */
const mayBeLater = ({ body, isInProcess }: OperationRequest): boolean =>
  isInProcess !== true && typeof (body as BulkRequest | undefined)?.filter === 'string'

/** What a bulk request says about its records, besides which they are. */
export interface Given {
  /** What is changed in a record, and what the caller has seen of it. */
  readonly of: (id: RecordId) => RecordChange
  /** Reads one of the records. Undefined if the plugin has no such route. */
  readonly read: Operation | undefined
}

/** The changes in a bulk request, or the body for the repeated route: the same for all records, or those of each. */
export function givenFor({ body }: Pick<OperationRequest, 'body'>, operations: Operations, { path }: Operation): Given {
  const { body: repeatedBody, changes = repeatedBody, seen, records, add, remove } = (body ?? {}) as BulkChange
  const own = new Map(records?.map((record) => [String(record.id), record]))
  const shared = (id: RecordId): RecordChange => {
    const values = seen?.[String(id)]
    return {
      ...(changes && { changes }),
      ...(values && { seen: values }),
      ...(add && { add }),
      ...(remove && { remove }),
    }
  }
  const of = (id: RecordId) => (records ? (own.get(String(id)) ?? {}) : shared(id))
  return { of, read: operations.get(`GET ${path}`) }
}

interface Repetition {
  readonly repeated: Operation
  readonly given: Given
  /** The request of the bulk route, which the inner calls continue. */
  readonly request: Pick<OperationRequest, 'params' | 'caller' | 'origin' | 'requestId' | 'signal'>
  readonly perform: Perform
  readonly log: HostLogger
  /** Whether an error concerns the host and not the record. Default: errors of the database. */
  readonly isOutage?: (error: ApiError) => boolean
}

/** Runs the operation for one record. Returns undefined on success. @throws ApiError for an outage */
export async function repeatFor(
  id: RecordId,
  { repeated, given, request, perform, log, isOutage = isDatabaseError }: Repetition,
): Promise<Static<typeof BulkFailure> | undefined> {
  const params = { ...request.params, [lastParameter(repeated.path) ?? 'id']: String(id) }
  try {
    const { record } = repeated.declaration
    const sent = await changeOf(given.of(id), { record, read: given.read, params, request, perform })
    await perform(innerRequest(request, { operation: repeated, params, ...sent }))
    return undefined
  } catch (thrown) {
    const error = toApiError(thrown)
    if (isOutage(error)) throw error
    if (error.status >= 500)
      log.error('bulk: the operation failed for one record', { err: error, request_id: request.requestId, id })
    return { id, error: reasonOf(error) }
  }
}

/** Why a record was refused, as the answer says it. */
export const reasonOf = ({ code, message: detail, options: { errors } }: ApiError) => ({
  code,
  detail,
  ...(errors && { errors }),
})

const isDatabaseError = ({ code }: ApiError) => code.startsWith('database_')
