import type { ParameterizedContext } from 'koa'
import type { Readable } from 'node:stream'
import type { Call } from '../calls/call.ts'
import type { RecordStore } from '../records/record-store.ts'
import type { Answer, Created, Page, Replay } from '../calls/results.ts'
import type { BodyOf, EachRoute, ParamsOf, QueryOf, ResponseOf, RouteOptions } from './route-options.ts'

/** A path below `/api/v1/<plugin>`, with its parameters in braces: `/items/{item_id}`. */
export type RoutePath = `/${string}`

/** What a handler may return. `undefined` is 204. */
export type Result<Value> = Plain<Value> | Answer<Plain<Value>> | Replay

type Plain<Value> = Value | Created<Value> | (Value extends readonly (infer Row)[] ? Page<Row> : never) | Readable

type Handler<Path extends string, Options> = (
  call: Call<ParamsOf<Path, Options>, QueryOf<Options>, BodyOf<Options>>,
  ...koa: Options extends { raw: true } ? [context: ParameterizedContext] : []
) => Result<ResponseOf<Options>> | Promise<Result<ResponseOf<Options>>>

/** Declares a route. A route that takes all defaults leaves the options out. */
interface Declare {
  <const Path extends RoutePath>(path: Path, handler: Handler<Path, Record<never, never>>): Routes
  <const Path extends RoutePath, const Options extends RouteOptions<Path>>(
    path: Path,
    options: Options,
    handler: Handler<Path, Options>,
  ): Routes
}

/** The path of one record: it ends in the parameter that holds the id. */
export type RecordPath = `/${string}/{${string}}`

export interface RecordRouteOptions {
  /** Which routes of a store are mounted besides those that read. Default: all that the store has. */
  readonly writes?: readonly ('create' | 'update' | 'delete')[]
  /**
   * The route that undoes the creation of a record, for records that are not deleted: `{ create: 'POST /items/{id}/withdraw' }`, as
   * `undo` of a route. Default: the DELETE of the store.
   */
  readonly undo?: { readonly create: EachRoute }
  /** One permission for all of the routes, for records that people keep for themselves: the `scope` of the store says whose they are. */
  readonly permission?: string
  /** As `asks` of a route: permissions that the `scope` of the store asks for. */
  readonly asks?: readonly string[]
  /** What callers should know about the list, such as what it leaves out. */
  readonly description?: string
}

export type BulkOptions = Pick<RouteOptions, 'permission' | 'summary' | 'description' | 'timeout_seconds' | 'tool'>

/**
 * Where a plugin declares its operations. Every declaration becomes a REST route, an entry of the OpenAPI description and a
 * tool for agents; nothing runs before the plugin is committed.
 */
export interface Routes {
  get: Declare
  post: Declare
  put: Declare
  patch: Declare
  delete: Declare
  /**
   * Mounts list, create, read, PUT, PATCH and delete of a store, each if the store has it, with the list dialect, ETags, `If-Match`
   * and CSV; and `POST <list>/change` and `POST <list>/delete`, which change and delete many. `writes` names the changes that are mounted, `[]` for none: a store that the
   * plugin's own code writes to can be read-only for everybody else.
   */
  records<Row extends object>(path: RecordPath, store: RecordStore<Row>, options?: RecordRouteOptions): Routes
  /**
   * A route that repeats another for many records: takes `{ ids }` or `{ filter }`, answers `{ done, failed: [{ id, error }] }`.
   * If the repeated route has a body, the request takes it as `body`, the same for all. Each record succeeds or fails by itself. A filter that matches more than 500 records is answered 202 and runs in the background;
   * `context.call` waits for the result instead.
   *
   *     routes.bulk('/items/retire', 'POST /items/{item_id}/retire')
   */
  bulk(path: RoutePath, each: EachRoute, options?: BulkOptions): Routes
}
