import { AsyncLocalStorage } from 'node:async_hooks'
import type { Caller } from './caller.ts'

const present = new AsyncLocalStorage<Caller>()

/** The caller of the operation that is running, or `undefined` outside of one. */
export const present_caller = () => present.getStore()

/** Runs on behalf of a caller; everything awaited inside sees the same one. For the host. */
export const as_caller = <Value>(caller: Caller, run: () => Value): Value => present.run(caller, run)
