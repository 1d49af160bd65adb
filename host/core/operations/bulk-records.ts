import type { RecordId } from '@atrium/sdk'
import { ApiError, parse_list_query } from '@atrium/sdk'
import type { BulkChange } from '@atrium/sdk/host'
import { as_caller, is_paged, MOST_VALUES, parse_query_string, takes_changes, visible_rules } from '@atrium/sdk/host'
import type { Operation, OperationRegistry } from '../registries/index.ts'
import type { OperationRequest } from './request.ts'
import { innerRequest } from './request.ts'

/** The list from which a filter selects the records for the repeated operation. */
export const filteredList = (operations: Pick<OperationRegistry, 'get'>, { path }: Operation): Operation | undefined =>
  operations.get(`GET ${path.slice(0, path.lastIndexOf('/{'))}`)

/**
 * The records of a bulk request: the given ids without duplicates, those with their own changes, or every record that matches the filter.
 * They are collected before the first one changes, because a change may take a record out of the filter.
 * @throws ApiError 422 `validation_failed`, 400 without a body or for an invalid filter
 */
export async function idsToRepeat(
  request: OperationRequest,
  repeated: Operation,
  operations: OperationRegistry,
): Promise<readonly RecordId[]> {
  if (request.body === undefined) throw missingBody()
  const { ids, filter, changes, seen, records, add, remove } = request.body as BulkChange
  if (records !== undefined) {
    if ([ids, filter, changes, seen, add, remove].some((given) => given !== undefined))
      throw invalid('[records] says which records are changed and how. Send nothing else with it.')
    return idsOf(records)
  }
  requireChanges({ changes, add, remove }, request.operation)
  if (ids === undefined && filter === undefined) throw invalid(NOTHING_CHOSEN)
  if (ids !== undefined && filter !== undefined) throw invalid('Send either [ids] or [filter], not both.')
  return ids === undefined ? matching(request, { filter: filter ?? '', repeated, operations }) : [...new Set(ids)]
}

/** @throws ApiError 422 `validation_failed` if nothing is changed, or one list in two ways that disagree */
function requireChanges({ changes, add = {}, remove = {} }: BulkChange, { declaration }: Operation): void {
  const lists = { ...add, ...remove }
  if (changes === undefined && Object.keys(lists).length === 0 && takes_changes(declaration))
    throw invalid('Send [changes] with the records, or [records], each with its own changes.')
  const twice = Object.keys(lists).find((name) => name in (changes ?? {}))
  if (twice !== undefined)
    throw invalid(`[changes.${twice}] replaces the list that [add] or [remove] changes. Send one of them.`)
  const both = Object.keys(add).find((name) => add[name]?.some((value) => remove[name]?.includes(value)))
  if (both !== undefined) throw invalid(`[${both}] has the same value in [add] and [remove]. Send it in one of them.`)
}

/** @throws ApiError 422 `validation_failed` if a record is there twice, or there are too many values */
function idsOf(records: NonNullable<BulkChange['records']>): readonly RecordId[] {
  const known = new Set<string>()
  for (const { id } of records) {
    if (known.has(String(id))) throw invalid(`[records] contains [${id}] twice. Send each record once.`)
    known.add(String(id))
  }
  const values = records.reduce((sum, { changes }) => sum + Object.keys(changes).length, 0)
  if (values > MOST_VALUES)
    throw invalid(`[records] changes ${values} values. Send at most ${MOST_VALUES} in one request.`)
  return records.map(({ id }) => id)
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
  const { caller } = request
  const list = filteredList(operations, repeated)
  const store = list?.declaration.store
  if (list === undefined || store === undefined || caller === undefined) {
    throw invalid(
      `[${repeated.path.slice(0, repeated.path.lastIndexOf('/{'))}] has no list that can be filtered. Send [ids] instead.`,
    )
  }
  const query = parse_query_string(filter)
  if (is_paged(query))
    throw invalid('[filter] cannot contain paging parameters, because it selects every matching record. Remove them.')
  // Finds the records like the list does, by the roles that grant the list.
  const find = () => store.ids(parse_list_query(query, store.schema, visible_rules(store, caller)))
  return as_caller(caller, find, innerRequest(request, { operation: list, params: request.params, body: undefined }))
}

const missingBody = () =>
  new ApiError('body_malformed', {
    detail:
      'The body is missing. Send the records as JSON: { "ids": [1, 2] }, or { "filter": "status=draft" } for all that match.',
  })

const NOTHING_CHOSEN = 'Send [ids], the records to change, or [filter] for all that match, such as "status=draft".'

const invalid = (detail: string) => new ApiError('validation_failed', { detail })
