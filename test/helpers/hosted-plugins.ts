import { after } from 'mocha'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { migrate, openDatabase } from '../../host/db/index.ts'
import { createJobs } from '../../host/jobs/create-jobs.ts'
import { jobMigrations } from '../../host/jobs/job-migrations.ts'
import { createFiles } from '../../host/files/create-files.ts'
import { silentLogger } from '../../host/log/index.ts'
import { DesiredPlugins } from '../../host/plugins/desired/desired-plugins.ts'
import { pluginMigrations } from '../../host/plugins/desired/plugin-migrations.ts'
import { createPluginHost, type PluginHost } from '../../host/plugins/lifecycle/plugin-host.ts'
import { pluginLogger } from '../../host/plugins/lifecycle/plugin-logger.ts'
import { Contributions } from '../../host/plugins/services/contributions.ts'
import { Registries } from '../../host/registries/registries.ts'
import { KeyRing } from '../../host/secrets/key-ring.ts'
import { createPluginDirectory, type PluginDirectory, type PluginFiles } from './plugin-directory.ts'
import { createTestDirectory } from './test-directory.ts'

/** The plugins of a host without its HTTP: what is published can be looked at in the registries. */
export interface HostedPlugins {
  readonly plugins: PluginHost
  readonly registries: Registries
  readonly fleet: PluginDirectory
}

/** Starts a host with the plugin `fleet` of the given files. Closed at the end of the suite. */
export async function hostPlugins(
  files: PluginFiles,
  { watch = false, settings = {} }: { watch?: boolean; settings?: Record<string, unknown> } = {},
): Promise<HostedPlugins> {
  const { directory, remove } = await createTestDirectory()
  const fleet = await createPluginDirectory(files)
  const database = await openDatabase({ dataDir: directory, sqlite: 'prebuilt' })
  await migrate({ database, owner: 'platform', migrations: jobMigrations })
  const jobs = await createJobs({ database, log: silentLogger })
  const registries = new Registries()
  registries.configurePanels([{ id: 'operations', title: 'Operations', sort: 10, enabled: true }])
  await migrate({ database, owner: 'platform', migrations: pluginMigrations })
  const plugins = await createPluginHost({
    registries,
    database,
    log: silentLogger,
    services: {
      db: database.context,
      logFor: (plugin) => pluginLogger(silentLogger, plugin),
      publishFor: () => () => undefined,
      call: () => Promise.reject(new Error('No operation is called here.')),
      secrets: new KeyRing(randomBytes(32)),
      filesFor: createFiles({ dataDir: directory, database }).filesFor,
      jobs: jobs.queue,
      events: jobs.events,
      contributions: new Contributions({ database, log: silentLogger, titleOf: (plugin) => plugin }),
    },
    watch,
    directories: [path.dirname(fleet.directory)],
    desired: new DesiredPlugins(database),
    config: () => ({ active: ['fleet'], settings: { fleet: settings } }),
  })
  undo.push(async () => {
    await plugins.close()
    await jobs.close()
    await database.close()
    await fleet[Symbol.asyncDispose]()
    await remove()
  })
  await plugins.refresh()
  return { plugins, registries, fleet }
}

const undo: (() => Promise<void>)[] = []

// At the top of the file, so that it belongs to the root suite.
after('close the plugins', async () => {
  for (const close of undo.splice(0)) await close()
})
