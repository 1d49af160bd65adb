import { randomBytes } from 'node:crypto'
import { ApiError } from '@atrium/sdk'
import type { PanelConfig } from '../../base/config/index.ts'
import { openDatabase } from '../../base/db/index.ts'
import { createFiles } from '../../base/files/index.ts'
import { EventBus, JobQueue, Subscriptions } from '../../core/jobs/index.ts'
import { silentLogger as log } from '../../base/log/index.ts'
import { pluginLogger, Contributions } from '../../plugins/index.ts'
import type { PrepareOptions } from '../../plugins/index.ts'
import { Registries } from '../../core/registries/index.ts'
import { KeyRing } from '../../base/secrets/index.ts'

/** What a host has for a plugin that is being loaded. */
export interface ScratchHost extends Pick<PrepareOptions, 'registries' | 'database' | 'services' | 'log'> {
  close(): Promise<void>
}

/** Makes it for one plugin alone: an empty database in a directory of its own, a key of its own, and nobody to call. */
export async function openScratchHost(dataDir: string, panels: readonly PanelConfig[]): Promise<ScratchHost> {
  const database = await openDatabase({ dataDir, sqlite: 'prebuilt' })
  // Never started: nothing is asked of it before a plugin is committed.
  const jobs = new JobQueue({ database, log })
  const registries = new Registries()
  registries.configurePanels(panels)
  const services = {
    db: database.context,
    logFor: (plugin: string) => pluginLogger(log, plugin),
    publishFor: () => () => undefined,
    call: (method: string, path: string) => Promise.reject(nobody(method, path)),
    call_each: (method: string, path: string) => Promise.reject(nobody(method, path)),
    secrets: new KeyRing(randomBytes(32)),
    filesFor: createFiles({ dataDir, database }).filesFor,
    jobs,
    events: new EventBus(jobs, { subscriptions: new Subscriptions(database), log }),
    contributions: new Contributions({
      ...{ database, log },
      titleOf: (plugin) => plugin,
      withholdOf: (plugin) => registries.withholdOf(plugin),
    }),
  }
  return { registries, database, services, log, close: () => database.close() }
}

const nobody = (method: string, path: string) =>
  new ApiError('route_not_found', { detail: `[${method} ${path}]: nothing is called while a plugin is checked.` })
