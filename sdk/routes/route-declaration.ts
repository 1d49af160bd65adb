import type { TObject } from 'typebox'
import type { Origin } from '../declaration/origin.ts'
import { bulk_change, BulkRequest, BulkResult } from '../documents/bulk.ts'
import type { Attempt } from '../calls/attempt.ts'
import type { ListRules } from '../lists/list-rules.ts'
import { item_schemas } from '../lists/record-fields.ts'
import type { RecordStore } from '../records/record-store.ts'
import type { EachRoute, ListDialect, RouteOptions } from './route-options.ts'
import type { BulkOptions } from './routes.ts'

/** What a route of the record kit does to records; `plain` is any other route. The host adds those of `history` and `restore`. */
export type RouteKind =
  | 'plain'
  | 'list'
  | 'create'
  | 'read'
  | 'replace'
  | 'update'
  | 'delete'
  | 'bulk'
  | 'import'
  | 'history'
  | 'restore'

/** One route as declared: plain data. The host joins it with the resources and makes an operation of it. */
export interface RouteDeclaration {
  readonly origin: Origin
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v1/<plugin>`, parameters in braces. */
  readonly path: string
  readonly options: RouteOptions
  readonly kind: RouteKind
  /** The store, for the routes of the kit. */
  readonly store?: RecordStore<object>
  /** The record schema, for the routes of the kit. */
  readonly record?: TObject
  /** For `list`: the fields that may be sorted, filtered and searched. */
  readonly rules?: ListRules
  /** For `bulk`, `import` and `restore`: the route that is run, `'POST /items/{item_id}/retire'`. */
  readonly each?: EachRoute
  readonly handler: (call: never, ...koa: never[]) => unknown
  /** Handles many calls together, with fewer statements than one after the other. */
  readonly handle_many?: (calls: readonly never[]) => Promise<readonly Attempt<unknown>[]>
}

/** Whether a bulk route takes changes for its records, as the one that the record kit adds does. */
export function takes_changes({ kind, options }: Pick<RouteDeclaration, 'kind' | 'options'>): boolean {
  const { properties = {} } = (options.body ?? {}) as { properties?: object }
  return kind === 'bulk' && 'changes' in properties
}

/** The list whose parameters a route takes: one of the record kit, or what it declares as `list`. */
export function list_of({ kind, record, rules, options: { list } }: RouteDeclaration): ListDialect | undefined {
  if (kind === 'list' && record !== undefined && rules !== undefined) return { schema: record, rules }
  return list
}

/**
 * A route that repeats another. The host finds the other one by its name and runs it, so this handler is never called.
 * @param options.changes the body with which the other route is run for each record; default: none
 */
export function bulk_route(
  path: string,
  each: EachRoute,
  { changes, ...options }: BulkOptions & { changes?: TObject } = {},
): Omit<RouteDeclaration, 'origin'> {
  const handler = () => {
    throw new Error(
      `The handler of the bulk route [POST ${path}] cannot be called. The host runs the repeated route instead.`,
    )
  }
  return {
    method: 'POST',
    path,
    kind: 'bulk',
    each,
    handler,
    options: {
      ...options,
      body: changes ? bulk_change(changes, item_schemas(changes)) : BulkRequest,
      response: BulkResult,
    },
  }
}
