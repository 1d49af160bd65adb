import { type CleanUp, hasFreeDescriptor, repeat } from './base/lifetime/index.ts'
import { type HostLogger, sparsely } from './base/log/index.ts'
import type { Registries } from './core/registries/index.ts'
import type { DoorParts } from './open-doors.ts'
import type { DesiredPlugins } from './plugins/index.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Milliseconds between checks whether the host and its database are well again, if plugins could not be loaded. */
const AFTER_OUTAGE = 10_000

/** Milliseconds between checks for decisions about plugins whose message from another host was lost. */
const CATCH_UP = 30_000

interface RepeatedOptions extends Pick<DoorParts, 'database' | 'health' | 'plugins'> {
  readonly desired: DesiredPlugins
  readonly swept: readonly { sweep(): Promise<unknown> }[]
  readonly vitals: Registries['vitals']
  readonly log: HostLogger
}

/** Sweeps every hour, moves on what the vitals look back to, loads plugins again after an outage of the database or a lack of resources, and on PostgreSQL follows what is decided about plugins on other hosts. */
export function repeatWork(
  { database, health, plugins, desired, swept, vitals, log }: RepeatedOptions,
  closing: CleanUp,
): void {
  const sweep = async () => void (await Promise.all(swept.map((each) => each.sweep())))
  closing.add(repeat(HOUR, sweep, { onError: (error) => log.error('sweeping failed', { err: error }) }))
  closing.add(repeat(MINUTE, () => vitals.turn(), { onError: () => undefined }))
  const isWell = async () => hasFreeDescriptor() && (await health.trouble()) === undefined
  const afterOutage = sparsely((details) => log.error('plugins cannot be loaded again; the host will retry', details))
  closing.add(repeat(AFTER_OUTAGE, () => plugins.outageRetries.run(isWell), { onError: afterOutage }))
  if (database.dialect !== 'postgres') return
  const onError = sparsely((details) =>
    log.error('decisions about plugins cannot be read; the host will retry', details),
  )
  closing.add(repeat(CATCH_UP, () => plugins.catchUp(), { onError }))
  closing.add(desired.onDecision(() => void plugins.catchUp().catch(onError)))
}
