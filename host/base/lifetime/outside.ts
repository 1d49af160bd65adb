import { AsyncResource } from 'node:async_hooks'

/** Created while this file is loaded, which is outside any call. */
const OUTSIDE = new AsyncResource('host')

/** Runs something outside the present call: without its caller, its transaction and the limits of the plugin that made it. */
export const outsideOfCalls = <Result>(run: () => Result): Result => OUTSIDE.runInAsyncScope(run)
