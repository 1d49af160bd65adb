import { ApiError } from '@atrium/sdk'
import type { Database, UndoneMigrations, UndoOptions } from '../../base/db/index.ts'
import { planUndo, UndoError, undoMigrations } from '../../base/db/index.ts'
import type { PluginRegistry } from '../../core/registries/index.ts'
import { loadGeneration } from '../generation/load-generation.ts'
import { PluginRejected } from '../load/plugin-rejected.ts'
import { readPluginManifest } from '../manifest/read-plugin-manifest.ts'
import { refused } from './dependencies/refusals.ts'
import type { PluginHost } from './plugin-host.ts'
import type { Quarantine } from './quarantine/quarantine.ts'

interface MigrateOptions {
  readonly plugins: Pick<PluginHost, 'change' | 'discover' | 'suspend'>
  /** Refuses code that blocked or ended the host. */
  readonly quarantine: Pick<Quarantine, 'load'>
  readonly registry: Pick<PluginRegistry, 'list'>
  readonly database: Database
}

/** A request to undo the migrations after one. */
export interface MigrateRequest {
  readonly plugin: string
  /** The name of the migration that becomes the last one. */
  readonly to: string
  /** Only reports what would be lost. */
  readonly dryRun: boolean
}

/**
 * Makes the function that undoes the migrations of a plugin after a given one, with the `down` of the files in its folder. The plugin is
 * deactivated and stays inactive, because loading it applies them again. If they cannot be undone, it is activated again. Returns undefined
 * for an unknown plugin.
 */
export function createMigrate({ plugins, quarantine, registry, database }: MigrateOptions) {
  return async (request: MigrateRequest, requester: { readonly by: string }): Promise<UndoneMigrations | undefined> => {
    const { plugin, to, dryRun } = request
    const change = { plugin, cascade: false, dryRun: false }
    const plan = await plugins.change({ ...change, action: 'deactivate', dryRun: true }, requester)
    if (plan === undefined) return undefined
    if (plan.refused) throw refused(plan.refused)
    const others = registry.list().flatMap(({ id }) => (id === plugin ? [] : [id]))
    return withMigrations(plugin, { plugins, quarantine }, async (migrations) => {
      const options = { database, owner: plugin, others, migrations, to }
      if (dryRun) return undoMigrations({ ...options, rehearse: true })
      if ((await planUndo(options)).length === 0) return { undone: [], dropped: [], columns: [], deleted: [] }
      await plugins.change({ ...change, action: 'deactivate' }, requester)
      return undoWhileStopped(plugins, options).catch(async (error: unknown) => {
        if (plan.steps.length > 0) await plugins.change({ ...change, action: 'activate' }, requester)
        throw error
      })
    }).catch((error: unknown) => {
      throw toRefusal(error)
    })
  }
}

/** Waits until the former generations, whose requests may still use the tables, are disposed of. */
async function undoWhileStopped(
  plugins: Pick<PluginHost, 'suspend'>,
  options: UndoOptions,
): Promise<UndoneMigrations | undefined> {
  let undone: UndoneMigrations | undefined
  await plugins.suspend(options.owner, async () => {
    undone = await undoMigrations({ ...options, rehearse: false })
  })
  return undone
}

/** Loads the plugin's code from its folder for the duration of the work. Of its functions, only `up` and `down` are called. */
async function withMigrations<Result>(
  id: string,
  { plugins, quarantine }: Pick<MigrateOptions, 'plugins' | 'quarantine'>,
  work: (migrations: UndoOptions['migrations']) => Promise<Result>,
): Promise<Result> {
  const folder = (await plugins.discover()).find(({ plugin, accepted }) => accepted && plugin === id)
  const { manifest } = folder ? await readPluginManifest(folder.directory) : {}
  if (manifest === undefined) throw folderMissing(id)
  const loaded = await quarantine.load(manifest, () => loadGeneration(manifest))
  try {
    return await work(loaded.migrations)
  } finally {
    await loaded.dispose()
  }
}

const folderMissing = (id: string) =>
  new ApiError('migrate_refused', {
    detail: `No folder contains the plugin [${id}], so the code that undoes its migrations is missing. Restore the folder.`,
  })

function toRefusal(error: unknown): unknown {
  if (error instanceof PluginRejected) {
    const [first] = error.diagnostics
    const detail = `The plugin cannot be loaded from its folder, so its migrations cannot be undone. ${first?.message} ${first?.fix}`
    return new ApiError('migrate_refused', { detail, cause: error })
  }
  if (!(error instanceof UndoError)) return error
  const code = error.code === 'undo_refused' ? 'migrate_refused' : 'migrate_failed'
  return new ApiError(code, { detail: `${error.message} ${error.fix}`, cause: error })
}
