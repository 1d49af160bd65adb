import type { ApiError, Caller } from '@atrium/sdk'
import type { Operation } from '../../core/registries/index.ts'
import type { HttpExchange } from './http-exchange.ts'
import type { FindMatch } from './match-memory.ts'
import type { Prepared } from './send.ts'

/** Everything the platform serves without `perform`; `host/doors/routes` makes it. */
export interface Site {
  /** The operations that answer with a document. */
  readonly documents: ReadonlyMap<Operation, PrepareDocument>
  /** Finds operations on paths that belong to no owner. */
  readonly beside: FindMatch
  /** Explains why an API path does not exist. */
  readonly explain: (method: string, path: string) => ApiError
  /** Serves everything outside `/api`: the shell, `/docs`, the probes. Throws an ApiError for missing paths. */
  readonly page: (exchange: HttpExchange) => void | Promise<void>
}

/**
 * Returns a prepared document. Undefined for a missing one, which the operation then explains.
 * @throws ApiError 403 `permission_denied`
 */
export type PrepareDocument = (params: Readonly<Record<string, string>>, caller: Caller) => Prepared | undefined
