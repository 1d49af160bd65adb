import type { RecordId, Static } from '@atrium/sdk'
import { ApiError, type Call, parse_list_query } from '@atrium/sdk'
import type { BulkResult, BulkRequest } from '@atrium/sdk/host'
import { as_caller, is_paged, parse_query_string, visible_rules } from '@atrium/sdk/host'
import { toApiError } from '../../base/errors/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { OperationRegistry, Operation } from '../registries/index.ts'
import { lastParameter } from './filled-path.ts'
import type { OperationRequest, Perform } from './request.ts'
import { innerRequest } from './request.ts'

type Result = Static<typeof BulkResult>

/** The operation that a bulk route runs for each record. */
export function repeatedOperation(operations: OperationRegistry, { owner, declaration }: Operation): Operation {
  const [method, path] = (declaration.each ?? '').split(' ')
  const repeated = operations.get(`${method} /api/v1/${owner}${path}`)
  if (repeated === undefined)
    throw new Error(
      `The bulk route [${declaration.path}] repeats [${declaration.each}], which no longer exists. Declare that route or change [each].`,
    )
  return repeated
}

/**
 * Runs another operation for many records, one after the other, each in its own savepoint. A failure is reported with
 * the id of its record and does not undo the others. If the database itself fails, everything is undone.
 */
export function createBulk(options: { operations: OperationRegistry; perform: Perform; log: HostLogger }) {
  return async (request: OperationRequest, { signal }: Pick<Call, 'signal'>): Promise<Result> => {
    const repeated = repeatedOperation(options.operations, request.operation)
    const ids = await idsToRepeat(request, repeated, options.operations)
    const result: Result = { done: [], failed: [] }
    for (const id of ids) {
      signal.throwIfAborted()
      const error = await repeatFor(id, { repeated, request, ...options })
      if (error === undefined) result.done.push(id)
      else result.failed.push({ id, error })
    }
    return result
  }
}

interface Repetition {
  readonly repeated: Operation
  readonly request: OperationRequest
  readonly perform: Perform
  readonly log: HostLogger
}

/** Returns undefined on success. */
async function repeatFor(id: RecordId, { repeated, request, perform, log }: Repetition) {
  const params = { ...request.params, [lastParameter(repeated.path) ?? 'id']: String(id) }
  try {
    await perform(innerRequest(request, { operation: repeated, params, body: undefined }))
    return undefined
  } catch (thrown) {
    const error = toApiError(thrown)
    if (error.code.startsWith('database_')) throw error
    if (error.status >= 500)
      log.error('bulk: the operation failed for one record', { err: error, request_id: request.requestId, id })
    return { code: error.code, detail: error.message }
  }
}

/**
 * The records of a bulk request: the given ids without duplicates, or every record that matches the filter. They are
 * collected before the first one changes, because a change may take a record out of the filter.
 * @throws ApiError 422 `validation_failed`, 400 without a body or for an invalid filter
 */
async function idsToRepeat(
  request: OperationRequest,
  repeated: Operation,
  operations: OperationRegistry,
): Promise<readonly RecordId[]> {
  if (request.body === undefined) throw missingBody()
  const { ids, filter } = request.body as Static<typeof BulkRequest>
  if ((ids === undefined) === (filter === undefined)) throw invalid('Send either [ids] or [filter], not both.')
  return ids === undefined ? matching(request, { filter: filter ?? '', repeated, operations }) : [...new Set(ids)]
}

interface Selection {
  readonly filter: string
  readonly repeated: Operation
  readonly operations: OperationRegistry
}

/**
 * Filters the list of the records that the repeated operation changes. The caller must be allowed to view that list.
 */
async function matching(request: OperationRequest, { filter, repeated, operations }: Selection) {
  const path = repeated.path.slice(0, repeated.path.lastIndexOf('/{'))
  const { caller } = request
  const list = operations.get(`GET ${path}`)
  const store = list?.declaration.store
  if (list === undefined || store === undefined || caller === undefined) {
    throw invalid(`[${path}] has no list that can be filtered. Send [ids] instead.`)
  }
  const query = parse_query_string(filter)
  if (is_paged(query))
    throw invalid('[filter] cannot contain paging parameters, because it selects every matching record. Remove them.')
  // The records are found as the list finds them, by the roles that grant the list.
  const find = () => store.ids(parse_list_query(query, store.schema, visible_rules(store, caller)))
  return as_caller(caller, find, innerRequest(request, { operation: list, params: request.params, body: undefined }))
}

const missingBody = () =>
  new ApiError('body_malformed', {
    detail:
      'The body is missing. Send the records as JSON: { "ids": [1, 2] }, or { "filter": "status=draft" } for all that match.',
  })

const invalid = (detail: string) => new ApiError('validation_failed', { detail })
