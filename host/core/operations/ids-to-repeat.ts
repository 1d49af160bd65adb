import { ApiError, parse_list_query } from '@atrium/sdk'
import { is_paged, parse_query_string, visible_rules } from '@atrium/sdk/host'
import type { RecordId, Static } from '@atrium/sdk'
import type { BulkRequest } from '@atrium/sdk/host'
import type { OperationRegistry, Operation } from '../registries/index.ts'
import type { OperationRequest } from './outcome.ts'
import { requirePermission } from './require-permission.ts'

/**
 * The records that a bulk request means: those it names, each once, or all that its filter finds in the list of the record kit.
 * They are settled before the first is touched, because a change may take a record out of the filter.
 * @throws ApiError 422 `validation_failed`, 400 where the filter is none
 */
export async function idsToRepeat(
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
  requirePermission(list, caller)
  const query = parse_query_string(filter)
  if (is_paged(query)) throw invalid('[filter] takes no paging: all that match are meant.')
  return store.ids(parse_list_query(query, store.schema, visible_rules(store, caller)))
}

const invalid = (detail: string) => new ApiError('validation_failed', { detail })
