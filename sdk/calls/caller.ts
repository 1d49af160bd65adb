import { AsyncLocalStorage } from 'node:async_hooks'

/** One storage for both, because each costs time at every promise of every call. */
const present = new AsyncLocalStorage<{ readonly caller: Caller; readonly request: object | undefined }>()

/** The caller of the operation that is running, or `undefined` outside of one. */
export const present_caller = () => present.getStore()?.caller

/** The host's request behind the running call, or `undefined` outside of one. For the host. */
export const present_request = () => present.getStore()?.request

/** Runs on behalf of a caller; everything awaited inside sees the same one. For the host, which may hand its request along. */
export const as_caller = <Value>(caller: Caller, run: () => Value, request = present_request()): Value =>
  present.run({ caller, request }, run)

/** Who makes a call. Every operation knows its caller, through whichever door the call came. */
export interface Caller {
  readonly id: string
  /** `person` signs in, `token` is a program, `agent` comes over MCP, `system` is the host itself. */
  readonly kind: 'person' | 'token' | 'agent' | 'system'
  readonly name: string
  /** Whether the caller holds the permission, for example `template.items.update`. */
  can(permission: string): boolean
  /**
   * Which records of a resource the caller may touch, as a list query (`owner_id=7`), or `undefined` for all of them.
   * The record kit adds it to every statement.
   */
  scope(resource: string): string | undefined
}
