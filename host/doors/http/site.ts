import type { ApiError, Caller } from '@atrium/sdk'
import type { Operation } from '../../core/registries/index.ts'
import type { HttpExchange } from './http-exchange.ts'
import type { FindMatch } from './match-memory.ts'
import type { Prepared } from './send.ts'

/** Everything the platform serves without `perform`; made by `host/doors/routes`. */
export interface Site {
  /** The operations that answer with a document. */
  readonly documents: ReadonlyMap<Operation, DocumentAt>
  /** Finds operations on paths without an owner. */
  readonly beside: FindMatch
  /** Explains why an API path does not exist. */
  readonly explain: (method: string, path: string) => ApiError
  /** Serves everything outside `/api`: the shell, `/docs`, the probes. Throws an ApiError for missing paths. */
  readonly page: (exchange: HttpExchange) => void | Promise<void>
}

/** Makes the function that answers the document of a path. It may be cached until the registries change. */
export type DocumentAt = (params: Readonly<Record<string, string>>) => PrepareDocument

/**
 * Returns a prepared document as the caller may see it. Undefined for a missing one; the operation then gives the reason.
 * @throws ApiError 403 `permission_denied`
 */
export type PrepareDocument = (caller: Caller) => Prepared | undefined
