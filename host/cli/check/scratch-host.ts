import { randomBytes } from 'node:crypto'
import { ApiError } from '@atrium/sdk'
import type { PanelConfig } from '../../base/config/index.ts'
import { openDatabase, type UseGate } from '../../base/db/index.ts'
import { createFiles } from '../../base/files/index.ts'
import { EventBus, JobQueue, Subscriptions } from '../../core/jobs/index.ts'
import { silentLogger as log } from '../../base/log/index.ts'
import { Contributions } from '../../plugins/index.ts'
import type { PrepareOptions } from '../../plugins/index.ts'
import { Registries } from '../../core/registries/index.ts'
import { KeyRing } from '../../base/secrets/index.ts'

/** The parts of a host that `prepareGeneration` uses. */
export interface ScratchHost extends Pick<PrepareOptions, 'registries' | 'database' | 'services' | 'log'> {
  close(): Promise<void>
}

/** Opens a minimal host for one plugin: an empty database in `dataDir`, a random key, and no other plugin to call. */
export async function openScratchHost(dataDir: string, panels: readonly PanelConfig[]): Promise<ScratchHost> {
  const database = await openDatabase({ dataDir, sqlite: 'prebuilt' })
  // Never started, because jobs run only after a plugin is committed.
  const jobs = new JobQueue({ database, log })
  const registries = new Registries()
  registries.configurePanels(panels)
  const services = {
    dbFor: (gate: UseGate) => database.guardedContext({ gate }),
    logFor: (plugin: string) => log.child({ plugin }),
    publishFor: () => () => undefined,
    call: (method: string, path: string) => Promise.reject(notCallable(method, path)),
    call_each: (method: string, path: string) => Promise.reject(notCallable(method, path)),
    tools: {
      list: () => [],
      check: () => undefined,
      call: (name: string) => Promise.reject(notCallable('TOOL', name)),
    },
    accounts: { accountOf: ({ id }: { id: string }) => id, actFor: () => Promise.resolve(undefined) },
    secrets: new KeyRing(randomBytes(32)),
    filesFor: createFiles({ dataDir, database }).filesFor,
    jobs,
    notifications: {
      send: () => Promise.resolve(),
      withdraw: () => Promise.resolve(),
      isScreen: () => true,
      isAsked: () => true,
    },
    events: new EventBus(jobs, { subscriptions: new Subscriptions(database), log }),
    contributions: new Contributions({
      ...{ database, log },
      titleOf: (plugin) => plugin,
      withholdOf: (plugin) => registries.withholdOf(plugin),
    }),
  }
  return { registries, database, services, log, close: () => database.close() }
}

const notCallable = (method: string, path: string) =>
  new ApiError('route_not_found', { detail: `[${method} ${path}]: calls are not possible while a plugin is checked.` })
