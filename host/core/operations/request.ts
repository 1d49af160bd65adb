import type { Caller, RawQuery } from '@atrium/sdk'
import { ApiError, present_caller } from '@atrium/sdk'
import { present_call, present_request } from '@atrium/sdk/host'
import type { ParameterizedContext } from 'koa'
import type { Lease } from '../../base/lifetime/index.ts'
import { type Identity, isLackOfToken, type Principal } from '../auth/index.ts'
import type { Operation } from '../registries/index.ts'

/** The origin of a call; every audit row records it. */
export type CallOrigin = 'ui' | 'token' | 'agent' | 'reload' | 'cli' | 'job' | 'system'

/** A call as parsed by its origin, before validation. */
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
  /** For in-process work that may be requested again after a crash: like an `Idempotency-Key`, but for every method. */
  readonly key?: string | undefined
  /** The operation name for the audit log, if this operation runs on behalf of another one. */
  readonly auditedAs?: string | undefined
  /** Whether a plugin calls in process and waits for the result. */
  readonly isInProcess?: boolean
  /** Whether its handler has ended. `perform` sets it. */
  hasEnded?: boolean
  /** Only for `raw` operations called over HTTP. */
  readonly koa?: ParameterizedContext
}

/** The parts of a request. `signal` is created on first use, because it is costly and most handlers never use it. */
export interface RequestParts extends Omit<OperationRequest, 'signal'> {
  readonly signal: () => AbortSignal
}

/** A request whose caller may run the operation. `perform` accepts nothing else, so no door can forget the permission check. */
export class AdmittedRequest implements OperationRequest {
  // `declare`: otherwise the field would be written twice, by its definition and by the constructor.
  declare readonly operation: Operation
  declare readonly params: OperationRequest['params']
  declare readonly query: RawQuery
  /** Set later by a door that reads the body after the permission check. */
  declare body: unknown
  declare readonly headers: OperationRequest['headers']
  declare readonly caller: Caller | undefined
  declare readonly origin: CallOrigin
  declare readonly requestId: string
  declare readonly key?: string
  declare readonly auditedAs?: string
  declare readonly isInProcess?: boolean
  declare readonly koa?: ParameterizedContext
  declare hasEnded: boolean
  declare private readonly makeSignal: () => AbortSignal

  /**
   * Admits the caller to the operation. In a preview, only operations that read are run.
   * @throws ApiError as `requirePermission` does, 403 `preview_read_only`
   */
  constructor(parts: RequestParts) {
    requirePermission(parts.operation, parts.caller)
    if (!parts.operation.reads && isPreview(parts.caller)) throw onlyPreview(parts.operation.name, parts.caller)
    this.operation = parts.operation
    this.params = parts.params
    this.query = parts.query
    this.body = parts.body
    this.headers = parts.headers
    this.caller = parts.caller
    this.origin = parts.origin
    this.requestId = parts.requestId
    this.hasEnded = false
    if (parts.key !== undefined) this.key = parts.key
    if (parts.auditedAs !== undefined) this.auditedAs = parts.auditedAs
    if (parts.isInProcess === true) this.isInProcess = true
    if (parts.koa) this.koa = parts.koa
    this.makeSignal = parts.signal
  }

  get signal(): AbortSignal {
    return this.makeSignal()
  }

  /** Returns a request with another body, within this one. */
  withBody(body: unknown): AdmittedRequest {
    return new AdmittedRequest({ ...this, headers: {}, body, signal: this.makeSignal })
  }
}

/**
 * Anyone may run an open operation. Any other operation requires a caller, who must hold its permission if it has one.
 * @throws ApiError 401 `unauthenticated`, 403 `permission_denied` naming the permission
 */
export function requirePermission({ open, permission, name }: Operation, caller: Caller | undefined): void {
  if (open) return
  if (caller === undefined) throw unauthenticated()
  if (permission === undefined || caller.can(permission)) return
  throw permissionDenied(`[${name}]`, { permission, caller })
}

/** @param what the thing that requires the permission, as the subject of a sentence */
export function permissionDenied(
  what: string,
  { permission, caller }: { permission: string; caller: Caller },
): ApiError {
  const fix = isLackOfToken(caller, permission)
    ? 'The owner of the token holds it, but the token does not include it. Use a token that does.'
    : 'Ask an operator to grant it.'
  return new ApiError('permission_denied', { detail: `${what} requires the permission [${permission}]. ${fix}` })
}

/** The error for an attempt to change something in a preview. */
export const onlyPreview = (name: string, caller: Caller | undefined) =>
  new ApiError('preview_read_only', {
    detail: `[${name}] may change something, and this is a preview as [${caller?.name}], in which nothing is changed. End the preview first.`,
  })

/** Whether the caller is in a preview of a role or a person (ARCHITECTURE: Identity). */
export const isPreview = (caller: Caller | undefined): boolean =>
  (caller as Partial<Principal> | undefined)?.preview !== undefined

const unauthenticated = () =>
  new ApiError('unauthenticated', {
    detail: 'This operation requires authentication. Sign in or send an API token.',
    headers: { 'www-authenticate': 'Bearer' },
  })

/** The outer call. */
type Outer = Pick<OperationRequest, 'caller' | 'origin' | 'requestId' | 'signal'>

/** The parts of the inner call. */
type Inner = Pick<OperationRequest, 'operation' | 'params' | 'body' | 'key' | 'isInProcess' | 'auditedAs'> &
  Partial<Pick<OperationRequest, 'query' | 'headers'>>

/**
 * Makes a call within a running call. It has the origin, request id and signal of the outer call, but none of its
 * headers.
 * @param options.caller default: the caller of the outer call
 * @throws ApiError as `AdmittedRequest` does
 */
export function innerRequest(
  outer: Outer,
  { operation, params, query = {}, body, headers = {}, ...how }: Inner,
  { caller = outer.caller }: { caller?: OperationRequest['caller'] } = {},
): AdmittedRequest {
  const { origin, requestId } = outer
  const parts = { ...how, operation, params, query, body, headers, caller, origin, requestId }
  return new AdmittedRequest({ ...parts, signal: () => outer.signal })
}

/**
 * Whether a change may only be made if it can be undone: the header is `Undo: required`.
 * @throws ApiError 400 `header_malformed` for any other value
 */
export function requiresUndo({ headers: { undo } }: Pick<OperationRequest, 'headers'>): boolean {
  if (undo === undefined || undo === 'required') return undo !== undefined
  throw new ApiError('header_malformed', {
    detail: 'The header [Undo] of a request has no such value. Send [required], or leave it out.',
  })
}

/** The error for a change that could not be undone, although the request requires that. */
export const undoImpossible = ({ operation }: Pick<OperationRequest, 'operation'>) =>
  new ApiError('undo_impossible', {
    detail: `What [${operation.name}] would change could not be undone, and the request has the header [Undo: required]. Nothing was changed.`,
  })

/** Whether the request is a dry run, for an operation that accepts `dry_run`. A dry run changes nothing and leaves no trace. */
export function isDryRun({ operation: { schemas }, query }: Pick<OperationRequest, 'operation' | 'query'>): boolean {
  const { properties = {} } = (schemas.query ?? {}) as { properties?: object }
  return query.dry_run === '1' && 'dry_run' in properties
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

/** The plugin whose operation is running, or which works on its own account. Undefined outside of both. */
export function presentPlugin(): string | undefined {
  const request: Partial<OperationRequest> | undefined = present_request()
  const { kind, id = '' } = present_caller() ?? {}
  return request?.operation?.owner ?? (kind === 'system' ? /^plugin:(.+)$/.exec(id)?.[1] : undefined)
}

/** The generation of the plugin whose code runs. Undefined for the platform's own work. */
export function presentLease(): Lease | undefined {
  const request: { operation?: Operation; lease?: Lease } | undefined = present_request()
  return request?.operation ? request.operation.lease : request?.lease
}

/** The owner of the current work, by which the connections of the database are shared. Undefined: the platform's own work. */
export function presentOwner(): string | undefined {
  const { caller, request }: { caller?: Caller; request?: Partial<OperationRequest> | undefined } = present_call() ?? {}
  // The work of jobs and timers is not an operation.
  const isPlatforms = request?.operation !== undefined && request.operation.lease === undefined
  return isPlatforms ? undefined : caller?.id
}

/** The caller of an `open` operation if nobody is signed in; holds no permission. */
export const ANONYMOUS: Caller = {
  id: 'anonymous',
  kind: 'person',
  name: 'Nobody',
  can: () => false,
  scope: () => undefined,
}

/** The origin of a call by its kind of credentials. An anonymous caller counts as `bearer`, a program. */
export const ORIGINS = { cookie: 'ui', bearer: 'token', cli: 'cli' } as const satisfies Record<
  Identity['by'],
  CallOrigin
>
