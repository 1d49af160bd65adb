import type { Knex } from 'knex'
import type { TObject } from 'typebox'
import type { ListFilter } from '../lists/list-query.ts'
import type { ListRules } from '../lists/list-rules.ts'
import { parse_list_query } from '../lists/parse-list-query.ts'
import { PAGING_PARAMETERS } from '../lists/parse-paging.ts'
import { parse_query_string } from '../lists/query-string.ts'
import { record_fields } from '../lists/record-fields.ts'
import { ApiError } from '../errors/api-error.ts'
import { type Access, type Caller, present_caller } from '../calls/caller.ts'
import { where_filters } from './table-query.ts'

interface Table {
  readonly db: Knex
  readonly table: string
  readonly schema: TObject
  /** A limit of the store's own. */
  readonly scope?: ((query: Knex.QueryBuilder, caller: Caller) => void) | undefined
}

/** Limits a statement to the records that the current caller may access. Returns whether there is such a limit. */
export function narrow_to_scope(query: Knex.QueryBuilder, table: Table): boolean {
  const caller = present_caller()
  if (caller === undefined) return false
  const access = caller.scope(table.table)
  const ways = access ? ways_to_records(access, table) : ALL_RECORDS
  const isLimited = ways !== ALL_RECORDS
  if (isLimited) where_reachable(query, ways, table)
  const { scope } = table
  if (scope) query.where((only) => scope(only, caller))
  return isLimited || scope !== undefined
}

/** How roles reach records: those that meet all filters of one of the ways. */
export type Ways = readonly (readonly ListFilter[])[]

export const ALL_RECORDS: Ways = [[]]

/** The ways of a caller to the records of a table, without conditions that cannot be applied. */
export function ways_to_records(access: readonly Access[], table: Pick<Table, 'table' | 'schema'>): Ways {
  if (access.some(({ where }) => where === '')) return ALL_RECORDS
  return access.flatMap(({ where }) => {
    const filters = condition_filters(where, table)
    return filters ? [filters] : []
  })
}

/** Adds that one of the ways leads to a record. */
function where_reachable(query: Knex.QueryBuilder, ways: Ways, { db, schema }: Table): void {
  const [only] = ways
  if (only === undefined) query.whereRaw('1 = 0')
  else if (ways.length === 1) where_filters(query, only, { db, schema })
  else
    query.where((any) => {
      for (const filters of ways) any.orWhere((all) => where_filters(all, filters, { db, schema }))
    })
}

/** A hundred roles with fifty conditions each, and those of their holders. */
const LIMIT = 10_000
const known = new WeakMap<TObject, Map<string, readonly ListFilter[] | ApiError>>()

/**
 * The filters of `Access.where`, list queries that are joined by `&&`. Undefined if it cannot be applied to the records, which then are out of reach; the
 * host hears of that.
 */
export function condition_filters(
  where: string,
  { table, schema }: Pick<Table, 'table' | 'schema'>,
): readonly ListFilter[] | undefined {
  const filters = known.get(schema)?.get(where) ?? parse_and_keep(where, schema)
  if (!(filters instanceof ApiError)) return filters
  for (const hear of listeners) hear({ table, where, error: filters })
  return undefined
}

function parse_and_keep(where: string, schema: TObject): readonly ListFilter[] | ApiError {
  const conditions = known.get(schema) ?? new Map<string, readonly ListFilter[] | ApiError>()
  known.set(schema, conditions)
  const filters = parsed(where, schema)
  if (conditions.size >= LIMIT) conditions.clear()
  conditions.set(where, filters)
  return filters
}

function parsed(where: string, schema: TObject): readonly ListFilter[] | ApiError {
  try {
    return where.split('&&').flatMap((each) => parse_condition(each, schema))
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

const NO_FILTERS: readonly string[] = [...PAGING_PARAMETERS, '_sort', '_order', '_summary', 'q']

/**
 * Reads a record condition, a list query that may name any field with a single value, even one that lists do not filter by.
 * @throws ApiError 400 for an unknown field, with the nearest name, a value of another type, and anything but filters
 */
export function parse_condition(where: string, schema: TObject): readonly ListFilter[] {
  const query = parse_query_string(where)
  const other = Object.keys(query).find((name) => NO_FILTERS.includes(name) && !record_fields(schema).has(name))
  if (other !== undefined) {
    const detail = `A condition cannot contain [${other}]. Name fields of the record and their values, such as status=open.`
    throw new ApiError('query_unknown', { detail })
  }
  return parse_list_query(query, schema, () => everyField(schema)).filters
}

const rules = new WeakMap<TObject, ListRules>()

function everyField(schema: TObject): ListRules {
  const every = rules.get(schema) ?? { filter: [...record_fields(schema).keys()] }
  rules.set(schema, every)
  return every
}

/** A condition of a role that cannot be applied to the records of a table, for example because a field is gone. */
export interface BrokenCondition {
  readonly table: string
  readonly where: string
  readonly error: ApiError
}

const listeners = new Set<(broken: BrokenCondition) => void>()

/** Reports each use of a condition that cannot be applied. For the host. */
export function on_broken_condition(listener: (broken: BrokenCondition) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
