import type { Seeding } from '@atrium/sdk'
import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'
import type { Database } from '../../base/db/index.ts'
import { migrate, MigrationError } from '../../base/db/index.ts'
import { onOwnAccount } from '../../core/jobs/on-own-account.ts'
import type { Logger } from '../../base/log/index.ts'
import type { Registries } from '../../core/registries/registries.ts'
import { type LoadedGeneration, loadGeneration } from '../load/load-generation.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import { checkPublication } from '../compile/checks/check-publication.ts'
import { checkTables } from '../compile/checks/check-tables.ts'
import { leftoverDiagnostic } from './leftover-diagnostic.ts'
import { migrationDiagnostic } from './migration-diagnostic.ts'
import { namesTakenByOthers } from '../compile/checks/names-taken-by-others.ts'
import type { Finding } from '../compile/documents/finding.ts'
import { callExport } from './call-export.ts'
import { findingDiagnostics } from '../supervise/finding-diagnostics.ts'
import { Generation } from './generation.ts'
import { Hold } from '../../base/lifetime/index.ts'
import { linkPlugin } from '../compile/link-plugin.ts'
import { createPluginContext, type HostServices, type OwnedContext } from './plugin-context.ts'
import { PluginRejected } from '../supervise/plugin-rejected.ts'
import { checkSettings } from '../manifest/check-settings.ts'
import { type StagedPlugin, stagePlugin } from './stage-plugin.ts'

export interface PrepareOptions {
  readonly number: number
  readonly settings: Record<string, unknown>
  readonly registries: Registries
  readonly database: Database
  readonly services: HostServices
  readonly log: Logger
  /** Milliseconds that loading a plugin, and each function it exports, may take. Default 10 000 (design section 6). */
  readonly stageLimit?: number
}

const STAGE_LIMIT = 10_000

/**
 * Makes a generation ready to be committed: load, stage, link, check (design section 6, steps 1 to 4). Nothing is visible yet but
 * its tables.
 * @throws PluginLoadError, PluginRejected; what the attempt had started is stopped by then
 */
export async function prepareGeneration(manifest: PluginManifest, options: PrepareOptions): Promise<Generation> {
  const hold = new Hold()
  const settings = checkSettings(manifest, options.settings)
  const limit = options.stageLimit ?? STAGE_LIMIT
  const loaded = await loadGeneration(manifest, { signal: hold.signal, timeLimit: limit })
  const fetch = loaded.globals.functions.fetch as typeof globalThis.fetch
  const owned = createPluginContext(manifest, { services: options.services, settings, fetch, hold })
  try {
    return await stageLinkAndCheck(manifest, { ...options, loaded, owned, limit })
  } catch (error) {
    hold.end()
    await owned.disposal.run()
    const left = (await loaded.dispose()).filter(({ isStopped }) => !isStopped)
    if (!(error instanceof PluginRejected)) throw error
    const diagnostics = [...error.diagnostics, ...left.map(leftoverDiagnostic)]
    throw new PluginRejected(diagnostics, { files: loaded.files, cause: error })
  }
}

interface Preparation extends PrepareOptions {
  readonly loaded: LoadedGeneration
  readonly owned: OwnedContext
  readonly limit: number
}

async function stageLinkAndCheck(manifest: PluginManifest, preparation: Preparation): Promise<Generation> {
  const { loaded, owned, registries, database, number, limit } = preparation
  const staged = await stagePlugin(loaded, owned, { manifest, limit })
  const { publication, declared, findings } = linkPlugin(staged, { manifest, lease: owned.hold })
  const all = [...findings, ...checkPublication(manifest.id, { publication, declared }, registries)]
  const toDiagnostics = (found: readonly Finding[]) => findingDiagnostics(found, manifest.directory)
  const diagnostics = [...staged.warnings, ...toDiagnostics(all)]
  rejectErrors(diagnostics)
  await migratePlugin(manifest, preparation)
  diagnostics.push(...toDiagnostics(await checkTables(publication.operations, database)))
  rejectErrors(diagnostics)
  const healthy = await callExport('health', () => loaded.opened.stage(() => staged.health?.(owned.context)), {
    manifest,
    limit,
  })
  if (healthy === false) throw new PluginRejected([unhealthy(manifest)])
  const findTaken = () => toDiagnostics(namesTakenByOthers(manifest.id, declared, registries))
  const seed = ownSeed(staged, owned, manifest)
  return new Generation(loaded, owned, { number, manifest, publication, warnings: diagnostics, findTaken, seed })
}

function ownSeed({ seed }: StagedPlugin, { context, hold }: OwnedContext, { id: plugin }: PluginManifest) {
  if (seed === undefined) return undefined
  return (seeding: Seeding) => onOwnAccount(async () => void (await seed(context, seeding)), { plugin, lease: hold })
}

async function migratePlugin({ id, directory }: PluginManifest, { database, loaded, log }: Preparation): Promise<void> {
  const { migrations } = loaded
  try {
    await migrate({ database, owner: id, migrations, log })
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error
    throw new PluginRejected([migrationDiagnostic(error, { directory, migrations })], { cause: error })
  }
}

function rejectErrors(diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.some(({ severity }) => severity === 'error')) throw new PluginRejected(diagnostics)
}

const unhealthy = ({ id }: PluginManifest) =>
  diagnose('health_failed', {
    message: `The plugin [${id}] says of itself that it is not healthy: [health] answered false.`,
  })
