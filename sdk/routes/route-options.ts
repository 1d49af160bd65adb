import type { Static, TObject, TSchema } from 'typebox'
import type { RawQuery } from '../lists/query-string.ts'
import type { RecordStore } from '../records/record-store.ts'

/** A route that changes one record: `'POST /items/{item_id}/retire'`. */
export type EachRoute = `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

/** What the parameters of a list follow from: the record and its rules, as every store has them. */
export type ListDialect = Pick<RecordStore<object>, 'schema' | 'rules'>

/** The options of a route. All are optional; the defaults follow from method and path (ARCHITECTURE: Operations). */
export interface RouteOptions<Path extends string = string> {
  /** `<plugin>.<resource>.<action>`. Required if it does not follow from method and path. */
  permission?: string
  /**
   * Other permissions that the handler or the scope of the store asks for with `caller.can`, such as to see other people's records. Roles
   * offer them; the host does not require them.
   */
  asks?: readonly string[]
  /** Callers need not be signed in. For the very few routes that need this. */
  open?: boolean
  /** The handler also gets the Koa context and answers itself: uploads, streams, redirects. Never a tool. */
  raw?: boolean
  /** `false`: the host opens no transaction, because the handler calls other systems. Default true for POST, PUT, PATCH and DELETE. */
  transaction?: boolean
  /**
   * Seconds after which the host ends the call: the transaction is rolled back, later statements throw, `call.signal` aborts, and the
   * caller gets 504 `handler_timeout`. From 0.1 to 3600; on SQLite, no other change is made while a transaction is open. Default: 10, or
   * as the host is configured; none for a `raw` route without a transaction.
   */
  timeout_seconds?: number
  /**
   * For a POST that changes nothing, such as a quote: its handler reads on connections that cannot write, leaves no audit row, and also
   * answers in a preview as a role or a person.
   */
  read_only?: true
  params?: TObject<{ [Name in PathParameterName<Path>]: TSchema }>
  /**
   * The parameters after `?`; others are 400 `query_unknown`. Without it, the handler gets whatever is sent, unchecked.
   */
  query?: TObject
  /**
   * For a GET that answers a page and takes the parameters of a list: paging, sorting, searching, filters. A store has all that is needed.
   * OpenAPI and the tool describe them; the handler reads them with `parse_list_query`, which refuses all others.
   *
   *     routes.get('/drivers/{id}/vans', { list: vans, response: Type.Array(Van) }, async ({ params, query }) => {
   *       const { filters, ...asked } = parse_list_query(query, vans.schema, vans.rules)
   *       return vans.list({ ...asked, filters: [...filters, { field: 'driver_id', comparison: 'eq', values: [Number(params.id)] }] })
   *     })
   */
  list?: ListDialect
  body?: TSchema
  /**
   * For a `raw` route: the parts of the `multipart/form-data` body that it reads, files as `{ type: 'string', format: 'binary' }`. OpenAPI
   * and the forms of actions show them; the handler checks the body.
   */
  multipart?: TObject
  /** For a `raw` POST whose handler makes all changes within `call.once`: the route takes an `Idempotency-Key`. */
  once?: true
  response?: TSchema
  /** The media type of an answer that is a file or a text, for OpenAPI: `application/pdf`, or a range such as `image/*`. */
  media_type?: string
  /** Whether the answer of a GET has an ETag, so that `If-None-Match` may be answered 304, for OpenAPI. */
  etag?: boolean
  /** Whether the route honours `If-Match` and answers 412 to a stale one, for OpenAPI. The handler passes the header to the store. */
  if_match?: boolean
  /**
   * The route that undoes this one, for one record of a `table_store` that `routes.records` mounts. Undo is then offered as for the
   * changes of the record kit: in the toast, with Ctrl+Z and in the history, and an action with `confirm` no longer asks first.
   *
   *     routes
   *       .post('/items/{id}/retire', { undo: 'POST /items/{id}/return', if_match: true, response: Item }, retire)
   *       .post('/items/{id}/return', { body: Type.Object({ status: Type.String() }), if_match: true, response: Item }, putBack)
   *
   * The opposite gets the id of the record in its path, the former values of the fields that its body names, and as `If-Match` the version
   * after the change; so it must declare `if_match: true`. The caller needs the permission of the opposite. What else it does is its own
   * matter: it may refuse, and then nothing is undone. Redo calls the opposite’s own `undo` if it has one, and otherwise repeats this route
   * with its body if it declares `if_match: true`.
   */
  undo?: EachRoute
  /** No tool is derived, because only a screen needs the request, and agents use another operation. */
  tool?: false
  /** One line for `/docs` and for agents. */
  summary?: string
  description?: string
}

/** The types of the handler's `params`, `query`, `body` and result, derived from the options. */
export type ParamsOf<Path extends string, Options> = Options extends { params: infer Schema extends TSchema }
  ? Static<Schema>
  : PathParameters<Path>
export type QueryOf<Options> = Options extends { query: infer Schema extends TSchema } ? Static<Schema> : RawQuery
export type BodyOf<Options> = Options extends { body: infer Schema extends TSchema } ? Static<Schema> : unknown
export type ResponseOf<Options> = Options extends { response: infer Schema extends TSchema } ? Static<Schema> : unknown

/** The names in braces of a route path: `'item_id'` of `'/items/{item_id}/price'`. */
type PathParameterName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameterName<Rest>
  : never

/** The `params` of a route without a schema for them: strings, percent-decoded. */
type PathParameters<Path extends string> = { readonly [Name in PathParameterName<Path>]: string }
