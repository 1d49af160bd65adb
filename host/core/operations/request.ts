import type { Caller, RawQuery } from '@atrium/sdk'
import { ApiError } from '@atrium/sdk'
import { present_request } from '@atrium/sdk/host'
import type { ParameterizedContext } from 'koa'
import type { Identity } from '../auth/index.ts'
import type { Operation } from '../registries/index.ts'

/** Who calls an `open` operation without signing in: may nothing, and is nobody's record. */
export const ANONYMOUS: Caller = {
  id: 'anonymous',
  kind: 'person',
  name: 'Nobody',
  can: () => false,
  scope: () => undefined,
}

const ORIGINS = { cookie: 'ui', bearer: 'token', cli: 'cli' } as const satisfies Record<Identity['by'], CallOrigin>

/** The door that an identity comes through; nobody came through none, and counts as a program. */
export const originOf = (identity: Identity | undefined): CallOrigin => ORIGINS[identity?.by ?? 'bearer']

/** The call that another is made from. */
type Outer = Pick<OperationRequest, 'caller' | 'origin' | 'requestId' | 'signal'>

/** What is called from it. */
type Inner = Pick<OperationRequest, 'operation' | 'params' | 'body'> & { query?: OperationRequest['query'] }

/**
 * A call made while another is running: same origin, request id and end, but none of its headers.
 * @param options.caller default: the same
 */
export function innerRequest(
  outer: Outer,
  inner: Inner,
  { caller = outer.caller }: { caller?: OperationRequest['caller'] } = {},
): OperationRequest {
  return new InnerRequest(outer, inner, caller)
}

/** A class for the sake of its getter, as in to-call.ts. */
class InnerRequest implements OperationRequest {
  readonly operation: OperationRequest['operation']
  readonly params: OperationRequest['params']
  readonly query: OperationRequest['query']
  readonly body: unknown
  readonly headers: OperationRequest['headers'] = {}
  readonly caller: OperationRequest['caller']
  readonly origin: OperationRequest['origin']
  readonly requestId: string
  readonly #outer: Outer

  constructor(outer: Outer, { operation, params, query = {}, body }: Inner, caller: OperationRequest['caller']) {
    this.#outer = outer
    this.operation = operation
    this.params = params
    this.query = query
    this.body = body
    this.caller = caller
    this.origin = outer.origin
    this.requestId = outer.requestId
  }

  get signal(): AbortSignal {
    return this.#outer.signal
  }
}

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

/** The call that `perform` is running, or undefined outside of one: what an in-process call continues. */
export const presentRequest = () => present_request() as OperationRequest | undefined

/**
 * An operation that is not open is for who is signed in and, where it names a permission, holds it.
 * @throws ApiError 401 `unauthenticated`, 403 `permission_denied` naming the permission
 */
export function requirePermission({ open, permission, name }: Operation, caller: Caller | undefined): void {
  if (open) return
  if (caller === undefined) {
    throw new ApiError('unauthenticated', {
      detail: 'Nobody is signed in. Sign in, or send an API token.',
      headers: { 'www-authenticate': 'Bearer' },
    })
  }
  if (permission === undefined || caller.can(permission)) return
  const detail = `[${name}] takes the permission [${permission}]. Ask an operator for it.`
  throw new ApiError('permission_denied', { detail })
}
