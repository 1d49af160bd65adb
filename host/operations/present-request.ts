import { AsyncLocalStorage } from 'node:async_hooks'
import type { OperationRequest } from './outcome.ts'

const present = new AsyncLocalStorage<OperationRequest>()

/** The call that is running, or undefined outside of one: what an in-process call continues. */
export const presentRequest = () => present.getStore()

/** Runs as a part of the call. */
export const asPresentRequest = <Value>(request: OperationRequest, run: () => Value): Value => present.run(request, run)
