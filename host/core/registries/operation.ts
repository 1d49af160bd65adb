import type { Origin, RouteDeclaration, Withhold } from '@atrium/sdk/host'
import type { TSchema } from 'typebox'
import type { JsonSchema } from '@atrium/sdk/documents'
import type { Lease } from '../../base/lifetime/index.ts'

/** The methods an operation may have. */
export type Method = RouteDeclaration['method']

/**
 * An action of a plugin or the platform: a route declaration with its absolute path and its permission. All doors (REST, MCP, search, bulk,
 * in-process calls) use the same operations (ARCHITECTURE: Operations).
 */
export interface Operation {
  /** Unique, such as `POST /api/v1/template/items/{item_id}/retire`. */
  readonly name: string
  /** The segment after `/api/v1`: the plugin's id, or a reserved id of the platform. */
  readonly owner: string
  readonly method: Method
  /** Absolute, with parameters in braces. */
  readonly path: string
  /** Undefined if `open`. */
  readonly permission: string | undefined
  readonly open: boolean
  /** Whether the host opens a transaction around the handler. */
  readonly transaction: boolean
  readonly raw: boolean
  /** Changes nothing: a GET, or a route that is declared `read_only`. Only such operations are run in a preview. */
  readonly reads: boolean
  /** Writes no audit row, because it only calls operations that do. */
  readonly unaudited?: true
  /** Writes an audit row for each 401 too, because it is a way to sign in. */
  readonly auditsRefusals?: true
  readonly declaration: RouteDeclaration
  /** The schemas of the parts of a call. `body` includes the form's conditions if a form submits here. */
  readonly schemas: {
    readonly params?: TSchema
    readonly query?: TSchema
    readonly body?: JsonSchema
    readonly response?: TSchema
    /** The body of a 202: the work that continues in the background. */
    readonly accepted?: TSchema
    /** The whole record with the form's conditions, checked by PATCH after merging. */
    readonly record?: JsonSchema
  }
  readonly withhold: Withholding
  /** Columns of a list screen that no schema describes, for the check of the first answer. */
  readonly columns?: readonly ShownColumn[]
  /** Its answer contains a secret, which is shown once and never stored. */
  readonly secret?: true
  /** The generation that owns the operation. The platform's own operations have none. */
  readonly lease?: Lease
}

/** A path without the names of its parameters: `/items/{item_id}` and `/items/{id}` are the same route. Also takes an operation's name. */
export const pathShape = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}')

/** A column of a list, and the call that declared it. */
export interface ShownColumn {
  readonly name: string
  readonly origin: Origin
}

/** Removes the fields that a caller has no permission to see. */
export interface Withholding {
  /** From the operation's answer, by its response schema. */
  readonly answer: Withhold
  /** From all other values, by field name: the `current` record of a 412, a frame, a contribution. */
  readonly other: Withhold
}
