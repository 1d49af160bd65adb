import type { Caller, RawQuery } from '@atrium/sdk'
import { ApiError } from '@atrium/sdk'
import { present_request } from '@atrium/sdk/host'
import type { ParameterizedContext } from 'koa'
import type { Identity } from '../auth/index.ts'
import type { Operation } from '../registries/index.ts'

/** The door through which a call came; every audit row records it. */
export type CallOrigin = 'ui' | 'token' | 'agent' | 'reload' | 'cli' | 'system'

/** A call as a door parsed it, before validation. */
export interface OperationRequest {
  readonly operation: Operation
  /** From the path, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: RawQuery
  /** Parsed JSON; undefined if there was none. */
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

/** The proof that a caller may run an operation. Only `admit` makes one. */
export class Admission {
  readonly operation: Operation
  readonly caller: Caller | undefined

  private constructor(operation: Operation, caller: Caller | undefined) {
    this.operation = operation
    this.caller = caller
  }

  /**
   * Admits anyone to an open operation. Any other operation requires a caller, who must hold its permission if it has
   * one.
   * @throws ApiError 401 `unauthenticated`, 403 `permission_denied` naming the permission
   */
  static admit(this: void, operation: Operation, caller: Caller | undefined): Admission {
    const { open, permission, name } = operation
    if (!open && caller === undefined) throw unauthenticated()
    if (open || permission === undefined || caller?.can(permission)) return new Admission(operation, caller)
    const detail = `[${name}] requires the permission [${permission}]. Ask an operator to grant it.`
    throw new ApiError('permission_denied', { detail })
  }
}

export const { admit } = Admission

const unauthenticated = () =>
  new ApiError('unauthenticated', {
    detail: 'This operation requires authentication. Sign in or send an API token.',
    headers: { 'www-authenticate': 'Bearer' },
  })

/**
 * A request whose caller may run the operation. `perform` accepts nothing else, so no door can forget the permission
 * check: the private field excludes look-alikes, and the operation and the caller come from the admission.
 */
export abstract class AdmittedRequest implements OperationRequest {
  readonly operation: Operation
  readonly caller: Caller | undefined
  abstract readonly params: OperationRequest['params']
  abstract readonly query: RawQuery
  abstract readonly body: unknown
  abstract readonly headers: OperationRequest['headers']
  abstract readonly origin: CallOrigin
  abstract readonly requestId: string
  abstract readonly signal: AbortSignal
  readonly koa?: ParameterizedContext
  readonly #admission: Admission

  constructor(admission: Admission, koa?: ParameterizedContext) {
    this.#admission = admission
    if (koa) this.koa = koa
    this.operation = admission.operation
    this.caller = admission.caller
  }

  /** Returns the same request with another body; the caller is already admitted. */
  withBody(body: unknown): AdmittedRequest {
    const { params, query } = this
    return new InnerRequest(this, this.#admission, { params, query, body })
  }
}

/** The call that makes the inner call. */
type Outer = Pick<OperationRequest, 'caller' | 'origin' | 'requestId' | 'signal'>

/** The parts of the inner call. */
type Inner = Pick<OperationRequest, 'params' | 'body'> & { query?: OperationRequest['query'] }

/**
 * Makes a call within a running call. It has the origin, request id and signal of the outer call, but none of its
 * headers.
 * @param options.caller default: the caller of the outer call
 * @throws ApiError as `admit` does
 */
export function innerRequest(
  outer: Outer,
  { operation, ...inner }: Inner & Pick<OperationRequest, 'operation'>,
  { caller = outer.caller }: { caller?: OperationRequest['caller'] } = {},
): AdmittedRequest {
  return new InnerRequest(outer, admit(operation, caller), inner)
}

/** A class because of its getter; see call.ts. */
class InnerRequest extends AdmittedRequest {
  readonly params: OperationRequest['params']
  readonly query: OperationRequest['query']
  readonly body: unknown
  readonly headers: OperationRequest['headers'] = {}
  readonly origin: OperationRequest['origin']
  readonly requestId: string
  readonly #outer: Outer

  constructor(outer: Outer, admission: Admission, { params, query = {}, body }: Inner) {
    super(admission)
    this.#outer = outer
    this.params = params
    this.query = query
    this.body = body
    this.origin = outer.origin
    this.requestId = outer.requestId
  }

  get signal(): AbortSignal {
    return this.#outer.signal
  }
}

/** The result of a successful call. Failures (4xx and 5xx) are thrown as ApiError. */
export interface Outcome {
  readonly status: number
  /** In lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** A JSON value, a string (CSV), a stream, or undefined: no content, or a raw handler that answered on its own. */
  readonly body: unknown
}

/** The only way to run an operation: validation → idempotency and transaction → handler → audit. */
export type Perform = (request: AdmittedRequest) => Promise<Outcome>

/** The call that `perform` is running, or undefined outside of one. An in-process call continues it. */
export const presentRequest = () => present_request() as OperationRequest | undefined

/** The caller of an `open` operation if nobody is signed in; holds no permission. */
export const ANONYMOUS: Caller = {
  id: 'anonymous',
  kind: 'person',
  name: 'Nobody',
  can: () => false,
  scope: () => undefined,
}

const ORIGINS = { cookie: 'ui', bearer: 'token', cli: 'cli' } as const satisfies Record<Identity['by'], CallOrigin>

/** Derives the origin of a call from the kind of credentials. An anonymous caller counts as a program. */
export const originOf = (identity: Identity | undefined): CallOrigin => ORIGINS[identity?.by ?? 'bearer']
