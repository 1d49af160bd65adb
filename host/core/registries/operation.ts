import type { RouteDeclaration, Withhold } from '@atrium/sdk/host'
import type { TSchema } from 'typebox'
import type { JsonSchema } from '@atrium/sdk/documents'
import type { Lease } from '../../base/lifetime/index.ts'

/** The methods an operation may have. */
export type Method = RouteDeclaration['method']

/**
 * One thing that can be asked of a plugin or of the platform: a route declaration with its path made absolute and its
 * permission settled. All doors (REST, MCP, search, bulk, in-process calls) lead to the same operations.
 */
export interface Operation {
  /** Unique: `POST /api/v1/template/items/{item_id}/retire`. */
  readonly name: string
  /** The plugin's id, or the reserved id of one of the platform's own: the segment after `/api/v1`. */
  readonly owner: string
  readonly method: Method
  /** Absolute, parameters in braces. */
  readonly path: string
  /** Undefined where `open`. */
  readonly permission: string | undefined
  readonly open: boolean
  /** Whether the host opens a transaction around the handler. */
  readonly transaction: boolean
  readonly raw: boolean
  /** Leaves no audit row of its own, because it only hands on to operations that do. */
  readonly unaudited?: true
  readonly declaration: RouteDeclaration
  /** What each part of a call must be. `body` holds the form's conditions where a form submits here. */
  readonly schemas: {
    readonly params?: TSchema
    readonly query?: TSchema
    readonly body?: JsonSchema
    readonly response?: TSchema
    /** The whole record with the form's conditions: what PATCH checks after merging. */
    readonly record?: JsonSchema
  }
  readonly withhold: Withholding
  /** The generation that owns the operation; the platform's own have none. */
  readonly lease?: Lease
}

/** Removes the fields that a caller has no permission to see. */
export interface Withholding {
  /** From what the operation answers, by its response schema. */
  readonly answer: Withhold
  /** From anything else, by the names of the fields: the `current` record of a 412, a frame, a contribution. */
  readonly other: Withhold
}
