import path from 'node:path'
import { type Database, openDatabase } from '../../host/base/db/index.ts'
import type { PluginHost } from '../../host/plugins/supervise/plugin-host.ts'
import type { Registries } from '../../host/core/registries/registries.ts'
import { placeMigratedDatabase } from '../../host/testing/migrated-database.ts'
import { createPluginDirectory, type PluginDirectory, type PluginFiles } from './plugin-directory.ts'
import { atEndOfFile, atEndOfTest } from './at-end.ts'
import { MIGRATIONS, startPluginHost } from './start-plugin-host.ts'
import { createTestDirectory } from './test-directory.ts'

/** The plugins of a host without HTTP; the registries show what is published. */
export interface HostedPlugins {
  readonly plugins: PluginHost
  readonly registries: Registries
  readonly fleet: PluginDirectory
  /** Reloads it, as an operator does. */
  reload(): Promise<unknown>
  /** Closes the host before its time: while it is open, it looks for work and keeps what it has loaded. */
  close(): Promise<void>
}

export interface HostedPluginsOptions {
  readonly watch?: boolean
  /** The settings of the fleet. */
  readonly settings?: Record<string, unknown>
  /** Stays open; the host is then closed at the end of the test. Default: a new empty SQLite database. */
  readonly database?: Database
  /** The plugins that are to be active. Default: the fleet. */
  readonly active?: readonly string[]
  /** Milliseconds that loading, and each exported function, may take. Default 10 000. */
  readonly stageLimit?: number
}

/** Starts a host with a plugin `fleet` of these files. It is closed at the end of the file. */
export async function hostPlugins(
  files: PluginFiles,
  { watch = false, settings = {}, database: given, active = ['fleet'], stageLimit }: HostedPluginsOptions = {},
): Promise<HostedPlugins> {
  const { directory, remove } = await createTestDirectory()
  const fleet = await createPluginDirectory(files)
  if (given === undefined) await placeMigratedDatabase(directory, MIGRATIONS)
  const database = given ?? (await openDatabase({ dataDir: directory, sqlite: 'prebuilt' }))
  const { plugins, registries, close } = await startPluginHost({
    database,
    dataDir: directory,
    directories: [path.dirname(fleet.directory)],
    config: () => ({ active, settings: { fleet: settings } }),
    watch,
    ...(stageLimit !== undefined && { stageLimit }),
  })
  const atEnd = given ? atEndOfTest : atEndOfFile
  let closed: Promise<void> | undefined
  const closeAll = async () => {
    await close()
    if (!given) await database.close()
    await fleet[Symbol.asyncDispose]()
    await remove()
  }
  const closeOnce = () => (closed ??= closeAll())
  atEnd(closeOnce)
  await plugins.refresh()
  const reload = { action: 'reload', plugin: 'fleet', dryRun: false, cascade: false } as const
  return { plugins, registries, fleet, reload: () => plugins.change(reload, { by: 'test' }), close: closeOnce }
}
