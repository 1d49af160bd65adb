import { AsyncLocalStorage } from 'node:async_hooks'
import type { Caller } from './caller.ts'

/** One storage for both: each costs something at every promise of every call. */
const present = new AsyncLocalStorage<{ readonly caller: Caller; readonly request: object | undefined }>()

/** The caller of the operation that is running, or `undefined` outside of one. */
export const present_caller = () => present.getStore()?.caller

/** What the host knows of the call that is running, or `undefined` outside of one. For the host. */
export const present_request = () => present.getStore()?.request

/** Runs on behalf of a caller; everything awaited inside sees the same one. For the host, which may hand its request along. */
export const as_caller = <Value>(caller: Caller, run: () => Value, request = present_request()): Value =>
  present.run({ caller, request }, run)
