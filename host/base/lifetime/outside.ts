import { AsyncResource } from 'node:async_hooks'

/** Created while this file is loaded, which is outside any call. */
const OUTSIDE = new AsyncResource('host')

/** Runs something outside the current call: without its caller, its transaction and the limits of its plugin. */
export const outsideOfCalls = <Result>(run: () => Result): Result => OUTSIDE.runInAsyncScope(run)
