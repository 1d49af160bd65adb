import type { RecordId, Static } from '@atrium/sdk'
import type { BulkResult } from '@atrium/sdk/host'
import { toApiError } from '../../base/errors/index.ts'
import type { Logger } from '../../base/log/index.ts'
import type { OperationRegistry, Operation } from '../registries/index.ts'
import { idsToRepeat } from './ids-to-repeat.ts'
import { innerRequest } from './inner-request.ts'
import { lastParameter } from './filled-path.ts'
import type { OperationRequest, Perform } from './outcome.ts'

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
export function createBulk(options: { operations: OperationRegistry; perform: Perform; log: Logger }) {
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
  readonly log: Logger
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
