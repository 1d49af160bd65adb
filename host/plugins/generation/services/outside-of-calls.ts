import { AsyncResource } from 'node:async_hooks'

/** Made while this file is loaded, which is part of no call. */
const OUTSIDE = new AsyncResource('plugins')

/**
 * Runs something outside of the call that is present, its caller and its transaction: what a plugin starts at its commit outlives
 * the request that had it reloaded.
 */
export const outsideOfCalls = <Result>(run: () => Result): Result => OUTSIDE.runInAsyncScope(run)
