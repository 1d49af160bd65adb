import path from 'node:path'
import { openDatabase } from '../../host/base/db/index.ts'
import type { PluginHost } from '../../host/plugins/supervise/plugin-host.ts'
import type { Registries } from '../../host/core/registries/registries.ts'
import { createPluginDirectory, type PluginDirectory, type PluginFiles } from './plugin-directory.ts'
import { atEndOfFile } from './at-end.ts'
import { startPluginHost } from './start-plugin-host.ts'
import { createTestDirectory } from './test-directory.ts'

/** The plugins of a host without HTTP; the registries show what is published. */
export interface HostedPlugins {
  readonly plugins: PluginHost
  readonly registries: Registries
  readonly fleet: PluginDirectory
  /** Reloads it, as an operator does. */
  reload(): Promise<unknown>
}

/** Starts a host with a plugin `fleet` of these files. It is closed at the end of the file. */
export async function hostPlugins(
  files: PluginFiles,
  { watch = false, settings = {} }: { watch?: boolean; settings?: Record<string, unknown> } = {},
): Promise<HostedPlugins> {
  const { directory, remove } = await createTestDirectory()
  const fleet = await createPluginDirectory(files)
  const database = await openDatabase({ dataDir: directory, sqlite: 'prebuilt' })
  const { plugins, registries, close } = await startPluginHost({
    database,
    dataDir: directory,
    directories: [path.dirname(fleet.directory)],
    config: () => ({ active: ['fleet'], settings: { fleet: settings } }),
    watch,
  })
  atEndOfFile(async () => {
    await close()
    await database.close()
    await fleet[Symbol.asyncDispose]()
    await remove()
  })
  await plugins.refresh()
  const reload = { action: 'reload', plugin: 'fleet', dryRun: false, cascade: false } as const
  return { plugins, registries, fleet, reload: () => plugins.change(reload, { by: 'test' }) }
}
