import { randomBytes } from 'node:crypto'
import { type Database, migrate } from '../../host/base/db/index.ts'
import { createFiles } from '../../host/base/files/files.ts'
import { createJobs } from '../../host/core/jobs/create-jobs.ts'
import { jobMigrations } from '../../host/core/jobs/job-migrations.ts'
import { silentLogger } from '../../host/base/log/index.ts'
import { DesiredPlugins, pluginMigrations } from '../../host/plugins/supervise/decisions/desired-plugins.ts'
import type { PluginsConfig } from '../../host/plugins/supervise/decisions/plugin-decisions.ts'
import { createPluginHost, type PluginHost } from '../../host/plugins/supervise/plugin-host.ts'
import { keepBundles } from '../../host/plugins/load/kept-bundles.ts'
import { Contributions } from '../../host/plugins/generation/contributions.ts'
import { atEndOfFile } from './at-end.ts'
import { Registries } from '../../host/core/registries/registries.ts'
import { KeyRing } from '../../host/base/secrets/key-ring.ts'

export interface TestPluginHostOptions {
  readonly database: Database
  readonly dataDir: string
  readonly directories: readonly string[]
  readonly config: () => PluginsConfig
  readonly watch?: boolean
  readonly safeMode?: boolean
  /** Default: a new one. */
  readonly keys?: KeyRing
  /** Milliseconds that loading, and each exported function of a plugin, may take. Default 10 000. */
  readonly stageLimit?: number
}

/** What makes the platform's tables for it. */
export const MIGRATIONS = [...jobMigrations, ...pluginMigrations]

/** The plugins of a host without HTTP, before the first discovery. Closed at the end of the file, if not before. */
export interface TestPluginHost {
  readonly plugins: PluginHost
  readonly registries: Registries
  close(): Promise<void>
}

export async function startPluginHost(options: TestPluginHostOptions): Promise<TestPluginHost> {
  keepBundles()
  const { database, dataDir, directories, config, watch = false, safeMode = false, keys, stageLimit } = options
  await migrate({ database, owner: 'platform', migrations: MIGRATIONS })
  const jobs = await createJobs({ database, log: silentLogger })
  const registries = new Registries()
  registries.configurePanels([{ id: 'operations', title: 'Operations', sort: 10, enabled: true }])
  const plugins = await createPluginHost({
    registries,
    database,
    log: silentLogger,
    services: {
      dbFor: (gate) => database.guardedContext({ gate }),
      logFor: (plugin) => silentLogger.child({ plugin }),
      publishFor: () => () => undefined,
      call: () => Promise.reject(new Error('No operation is called here.')),
      call_each: () => Promise.reject(new Error('No operation is called here.')),
      tools: {
        list: () => [],
        check: () => undefined,
        call: () => Promise.reject(new Error('No tool is called here.')),
      },
      accounts: { accountOf: ({ id }) => id, actFor: () => Promise.resolve(undefined) },
      secrets: keys ?? new KeyRing(randomBytes(32)),
      filesFor: createFiles({ dataDir, database }).filesFor,
      jobs: jobs.queue,
      events: jobs.events,
      notifications: {
        send: () => Promise.resolve(),
        withdraw: () => Promise.resolve(),
        isScreen: () => true,
        isAsked: () => true,
      },
      contributions: new Contributions({
        database,
        log: silentLogger,
        titleOf: (plugin) => plugin,
        withholdOf: (plugin) => registries.withholdOf(plugin),
      }),
    },
    watch,
    directories,
    desired: new DesiredPlugins(database),
    config,
    safeMode,
    ...(stageLimit !== undefined && { stageLimit }),
  })
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await plugins.close()
    await jobs.close()
  }
  atEndOfFile(close)
  return { plugins, registries, close }
}
