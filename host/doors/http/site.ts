import type { ApiError, Caller } from '@atrium/sdk'
import type { Operation } from '../../core/registries/index.ts'
import type { HttpExchange } from './http-exchange.ts'
import type { FindMatch } from './match-memory.ts'
import type { Prepared } from './send.ts'

/** What the platform serves that `perform` need not run; `host/routes` makes it. */
export interface Site {
  /** A document that lies ready; undefined for other operations, and where it is not there: then the operation says why. */
  readonly document: (operation: Operation, params: Params, caller: Caller) => Prepared | undefined
  /** Operations on paths that belong to no owner. */
  readonly beside: FindMatch
  /** Why nothing is at a path of the API. */
  readonly explain: (method: string, path: string) => ApiError
  /** Serves everything outside `/api`: the shell, `/docs`, the probes. Throws an ApiError for what is not there. */
  readonly page: (exchange: HttpExchange) => void | Promise<void>
}

type Params = Readonly<Record<string, string>>
