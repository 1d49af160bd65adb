import type { Caller, RawQuery } from '@atrium/sdk'
import type { ParameterizedContext } from 'koa'
import type { Operation } from '../registries/index.ts'

/** Through which door a call came; part of every audit row (design section 9). */
export type CallOrigin = 'ui' | 'token' | 'agent' | 'reload' | 'cli' | 'system'

/** A call as a door hands it to `perform`: parsed, but neither permitted nor validated yet. */
export interface OperationRequest {
  readonly operation: Operation
  /** From the path, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: RawQuery
  /** Parsed JSON; undefined where there was none. */
  readonly body?: unknown
  /** In lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Undefined: nobody is signed in. */
  readonly caller: Caller | undefined
  readonly origin: CallOrigin
  readonly signal: AbortSignal
  readonly requestId: string
  /** Only for `raw` operations called over HTTP. */
  readonly koa?: ParameterizedContext
}

/** What a call came to. 4xx and 5xx are no outcomes: they are thrown as ApiError. */
export interface Outcome {
  readonly status: number
  /** In lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** A JSON value, a string (CSV), a stream, or undefined: nothing, or a raw handler that answered by itself. */
  readonly body: unknown
}

/** The only way to run an operation: permission → validate → idempotency and transaction → handler → audit. */
export type Perform = (request: OperationRequest) => Promise<Outcome>
