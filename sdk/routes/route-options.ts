import type { Static, TObject, TSchema } from 'typebox'
import type { RawQuery } from '../lists/query-string.ts'

/** The options of a route. All are optional; the defaults follow from method and path (ARCHITECTURE: Operations). */
export interface RouteOptions<Path extends string = string> {
  /** `<plugin>.<resource>.<action>`. Needed where method and path do not make it plain. */
  permission?: string
  /** Answers without an identity. For the very few routes that must. */
  open?: boolean
  /** The handler also gets the Koa context and answers itself: uploads, streams, redirects. Never a tool. */
  raw?: boolean
  /** `false`: the host opens no transaction, because the handler talks to others. Default true for POST, PUT, PATCH and DELETE. */
  transaction?: boolean
  params?: TObject<{ [Name in PathParameterName<Path>]: TSchema }>
  query?: TObject
  body?: TSchema
  /**
   * Of a `raw` route: what it reads of a `multipart/form-data` body, files as `{ type: 'string', format: 'binary' }`. Shown in OpenAPI
   * and asked for by the forms of actions; the handler checks what comes.
   */
  multipart?: TObject
  /** Of a `raw` POST: its handler changes things within `call.once` alone, so the route takes an `Idempotency-Key`. */
  once?: true
  response?: TSchema
  /** Whether it minds `If-Match`, and answers 412 to a stale one: told in OpenAPI. The handler hands the header to the store. */
  if_match?: boolean
  /** One line for `/docs` and for agents. */
  summary?: string
  description?: string
}

/** What the options make of the handler's `params`, `query`, `body` and result. */
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

/** What a handler gets as `params` where the route says no more: strings, percent-decoded. */
type PathParameters<Path extends string> = { readonly [Name in PathParameterName<Path>]: string }
