import { present_request } from '@atrium/sdk/host'
import type { OperationRequest } from './outcome.ts'

/** The call that `perform` is running, or undefined outside of one: what an in-process call continues. */
export const presentRequest = () => present_request() as OperationRequest | undefined
