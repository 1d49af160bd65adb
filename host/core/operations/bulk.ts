import type { RecordId, Static } from '@atrium/sdk'
import { ApiError, parse_list_query } from '@atrium/sdk'
import type { BulkResult, BulkRequest } from '@atrium/sdk/host'
import { is_paged, parse_query_string, visible_rules } from '@atrium/sdk/host'
import { toApiError } from '../../base/errors/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { OperationRegistry, Operation } from '../registries/index.ts'
import { lastParameter } from './filled-path.ts'
import type { OperationRequest, Perform } from './request.ts'
import { admit, innerRequest } from './request.ts'

type Result = Static<typeof BulkResult>

/** The operation that a bulk route repeats. */
export function repeatedOperation(operations: OperationRegistry, { owner, declaration }: Operation): Operation {
  const [method, path] = (declaration.each ?? '').split(' ')
  const repeated = operations.get(`${method} /api/v1/${owner}${path}`)
  if (repeated === undefined)
    throw new Error(`The bulk route [${declaration.path}] repeats [${declaration.each}], which is gone.`)
  return repeated
}

/**
 * Runs another operation for many records, one after the other and each in a savepoint of its own: one that fails is told with its
 * id and undoes nothing of the others. Where the database itself fails all of it is undone.
 */
export function createBulk(options: { operations: OperationRegistry; perform: Perform; log: HostLogger }) {
  return async (request: OperationRequest): Promise<Result> => {
    const repeated = repeatedOperation(options.operations, request.operation)
    const ids = await idsToRepeat(request, repeated, options.operations)
    const result: Result = { done: [], failed: [] }
    for (const id of ids) {
      request.signal.throwIfAborted()
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

/** Undefined where it went well. */
async function repeatFor(id: RecordId, { repeated, request, perform, log }: Repetition) {
  const params = { ...request.params, [lastParameter(repeated.path) ?? 'id']: String(id) }
  try {
    await perform(innerRequest(request, { operation: repeated, params, body: undefined }))
    return undefined
  } catch (thrown) {
    const error = toApiError(thrown)
    if (error.code.startsWith('database_')) throw error
    if (error.status >= 500) log.error({ err: error, request_id: request.requestId, id }, 'one of many failed')
    return { code: error.code, detail: error.message }
  }
}

/**
 * The records that a bulk request means: those it names, each once, or all that its filter finds in the list of the record kit.
 * They are settled before the first is touched, because a change may take a record out of the filter.
 * @throws ApiError 422 `validation_failed`, 400 where the filter is none
 */
async function idsToRepeat(
  request: OperationRequest,
  repeated: Operation,
  operations: OperationRegistry,
): Promise<readonly RecordId[]> {
  const { ids, filter } = request.body as Static<typeof BulkRequest>
  if ((ids === undefined) === (filter === undefined)) throw invalid('Give either [ids] or [filter].')
  return ids === undefined ? matching(request, { filter: filter ?? '', repeated, operations }) : [...new Set(ids)]
}

interface Selection {
  readonly filter: string
  readonly repeated: Operation
  readonly operations: OperationRegistry
}

/** The list is that of the records which the repeated operation is about, and the caller has to be allowed to see it. */
async function matching({ caller }: OperationRequest, { filter, repeated, operations }: Selection) {
  const path = repeated.path.slice(0, repeated.path.lastIndexOf('/{'))
  const list = operations.get(`GET ${path}`)
  const store = list?.declaration.store
  if (list === undefined || store === undefined || caller === undefined) {
    throw invalid(`[${path}] cannot be filtered here; give [ids].`)
  }
  admit(list, caller)
  const query = parse_query_string(filter)
  if (is_paged(query)) throw invalid('[filter] takes no paging: all that match are meant.')
  return store.ids(parse_list_query(query, store.schema, visible_rules(store, caller)))
}

const invalid = (detail: string) => new ApiError('validation_failed', { detail })
