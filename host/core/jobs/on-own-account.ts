import { randomUUID } from 'node:crypto'
import type { Caller } from '@atrium/sdk'
import { as_caller } from '@atrium/sdk/host'
import type { Lease } from '../../base/lifetime/index.ts'
import { held } from '../operations/index.ts'
import type { OperationRequest } from '../operations/index.ts'

/** The parts of a request that calls inside the work continue. */
type Account = Pick<OperationRequest, 'caller' | 'origin' | 'requestId' | 'signal'> & { lease: Lease }

/**
 * Runs work without a caller (a job, an event's handler, a timer) as the plugin itself, so that it may call operations. Holds the
 * plugin's generation meanwhile.
 * @throws ApiError 503 `plugin_replaced`, and whatever the work throws
 */
export function onOwnAccount<Result>(
  work: () => Result | Promise<Result>,
  { plugin, lease, signal = lease.signal, origin = 'system' }: OwnWork,
): Promise<Result> {
  const caller = systemCaller(plugin)
  const account: Account = { caller, origin, requestId: randomUUID(), signal, lease }
  return held(lease, () => as_caller(caller, async () => work(), account))
}

/** Makes the platform's work for a plugin use the plugin's share of the database, so that its many jobs do not delay everybody else. */
export const inTurnsOf = <Result>(plugin: string, work: () => Promise<Result>): Promise<Result> =>
  as_caller(systemCaller(plugin), work)

/** The plugin that works, and the origin of its calls. */
interface OwnWork {
  readonly plugin: string
  readonly lease: Lease
  /** Default: that of the lease. */
  readonly signal?: AbortSignal
  /** Default: `system`. */
  readonly origin?: Extract<OperationRequest['origin'], 'system' | 'job'>
}

/** The name of a plugin among those that share the connections of the database. */
export const ownerName = (plugin: string) => `plugin:${plugin}`

/** The caller of a plugin's own work, with all permissions. */
const systemCaller = (plugin: string): Caller => ({
  id: ownerName(plugin),
  kind: 'system',
  name: plugin,
  can: () => true,
  scope: () => undefined,
})
