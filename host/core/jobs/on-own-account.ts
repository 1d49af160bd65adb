import { randomUUID } from 'node:crypto'
import type { Caller } from '@atrium/sdk'
import { as_caller } from '@atrium/sdk/host'
import type { Lease } from '../../base/lifetime/index.ts'
import { held } from '../operations/held.ts'
import type { OperationRequest } from '../operations/request.ts'

/** What a call made meanwhile continues. */
type Account = Pick<OperationRequest, 'caller' | 'origin' | 'requestId' | 'signal'>

/**
 * Runs what nobody called, a job, an event's handler, a timer: as the plugin itself, so that it may call operations, and holding its
 * generation. @throws ApiError 503 `plugin_replaced`, and whatever the work throws
 */
export function onOwnAccount<Result>(
  work: () => Result | Promise<Result>,
  { plugin, lease, signal = lease.signal }: { plugin: string; lease: Lease; signal?: AbortSignal },
): Promise<Result> {
  const caller = systemCaller(plugin)
  const account: Account = { caller, origin: 'system', requestId: randomUUID(), signal }
  return held(lease, () => as_caller(caller, async () => work(), account))
}

/** A plugin that works on its own account: in a job, an event's handler, a timer. It may do what the host may. */
const systemCaller = (plugin: string): Caller => ({
  id: `plugin:${plugin}`,
  kind: 'system',
  name: plugin,
  can: () => true,
  scope: () => undefined,
})
