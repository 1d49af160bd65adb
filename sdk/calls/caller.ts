import { AsyncLocalStorage } from 'node:async_hooks'

/** The running work: its caller, and the request of the host that it belongs to. */
interface PresentCall<Request extends object | undefined = object | undefined> {
  readonly caller: Caller
  readonly request: Request
}

/** One storage for both, because each costs time at every promise of every call. */
const present = new AsyncLocalStorage<PresentCall>()

/** Both at once. For the host. */
export const present_call: () => PresentCall | undefined = present.getStore.bind(present)

/** The caller of the operation that is running, or `undefined` outside of one. */
export const present_caller = () => present.getStore()?.caller

/** The host's request behind the running call, or `undefined` outside of one. For the host. */
export const present_request = () => present.getStore()?.request

/**
 * The permission that admitted the caller to what is running. It decides which of the caller's roles count. Undefined if none is known.
 * For the host: an operation's request has it in `operation`, other work has it itself.
 */
export function present_permission(): string | undefined {
  const request: Admitted | undefined = present_request()
  return request?.operation ? request.operation.permission : request?.permission
}

interface Admitted {
  readonly operation?: { readonly permission: string | undefined }
  readonly permission?: string
}

/** Runs on behalf of a caller; everything awaited inside sees the same one. For the host, which may hand its request along. */
export function as_caller<Value, Request extends object | undefined>(
  caller: Caller,
  run: (call: PresentCall<Request>) => Value,
  request = present_request() as Request,
): Value {
  const call = { caller, request }
  return present.run(call, run, call)
}

/** Who makes a call. Every operation has a caller, whichever door the call came through. */
export interface Caller {
  readonly id: string
  /** `person` signs in, `token` is a program, `agent` comes over MCP, `system` is the host itself. */
  readonly kind: 'person' | 'token' | 'agent' | 'system'
  readonly name: string
  /** Whether the caller holds the permission, for example `template.items.update`. */
  can(permission: string): boolean
  /**
   * What the caller may access of a table during the current call: one entry for each role that grants the call, or `undefined` for all
   * records with all fields. A record may be accessed if it satisfies one of the entries; a field of it, if one of those does not hide
   * it. The record kit applies this to every statement and answer.
   *
   * @param permission counts the roles that grant this permission instead, for a call that does more than its own permission covers
   */
  scope(resource: string, permission?: string): readonly Access[] | undefined
}

/** Some records of a table, and the fields of them that are limited. */
export interface Access {
  /**
   * The records, as a list query: `owner_id=7&status=open`. Several are joined by `&&`, and a record has to satisfy each of them. Empty:
   * all records.
   */
  readonly where: string
  /** Fields that are neither shown nor changed. */
  readonly hidden: readonly string[]
  /** Fields that are shown, but not changed. */
  readonly read_only: readonly string[]
}
