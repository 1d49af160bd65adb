import type { Seeding } from '@atrium/sdk'
import { shown_argument } from '@atrium/sdk/host'
import type { Diagnostic, DiagnosticPlace } from '@atrium/sdk/documents'
import type { Database } from '../../base/db/index.ts'
import { isOutage, migrate, MigrationError, type VerifyTables } from '../../base/db/index.ts'
import { EgressRule } from '../../base/egress/index.ts'
import { diagnose } from '../../base/errors/index.ts'
import { Hold } from '../../base/lifetime/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import { onOwnAccount } from '../../core/jobs/index.ts'
import type { Publication, Registries } from '../../core/registries/index.ts'
import type { SearchIndexes } from '../../core/search/index.ts'
import { checkAgainstHost, namesTakenByOthers } from './check-against-host.ts'
import { checkAskedPermissions } from './check-asked-permissions.ts'
import { checkNames } from './check-names.ts'
import { checkReferences } from './check-references.ts'
import { checkSettings } from './check-settings.ts'
import { checkSuggestedRoles } from './check-suggested-roles.ts'
import type { Finding } from '../compile/checks/finding.ts'
import { compile } from '../compile/compile.ts'
import type { LoadedGeneration } from './load-generation.ts'
import { loadGeneration } from './load-generation.ts'
import { migrationDiagnostic, outageDiagnostic, tablesAhead } from './migration-diagnostics.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import { callExport } from './call-export.ts'
import { findingDiagnostics } from './finding-diagnostics.ts'
import { checkTranslations } from './check-translations.ts'
import { checkTables } from './check-tables.ts'
import { egressOf } from './egress.ts'
import { Generation } from './generation.ts'
import type { HostServices, OwnedContext } from './plugin-context.ts'
import { createPluginContext } from './plugin-context.ts'
import { unlessPassed } from '../load/passed-checks.ts'
import { PluginRejected } from '../load/plugin-rejected.ts'
import type { StagedPlugin } from './stage-plugin.ts'
import { placeOfExport, stagePlugin } from './stage-plugin.ts'
import { type Leftover, leftoverDiagnostic } from './tracking/leftover.ts'

/** Options for staging a plugin. */
export interface StageOptions {
  readonly settings: Record<string, unknown>
  /** Whether a setting is stored in the database. Default: none is. */
  readonly isStored?: (plugin: string, setting: string) => boolean
  readonly registries: Registries
  readonly services: HostServices
  readonly log: HostLogger
  /** Milliseconds that loading a plugin, and each function it exports, may take. Default 10 000 (ARCHITECTURE: Generations). */
  readonly stageLimit?: number
  /** Runs a load, or refuses it. Default: runs it. */
  readonly admitLoad?: <Result>(manifest: PluginManifest, load: () => Promise<Result>) => Promise<Result>
}

export interface PrepareOptions extends StageOptions {
  readonly number: number
  readonly database: Database
  /** Keeps indexes for the searches of the plugin's stores. Default: searches read all records. */
  readonly searches?: Pick<SearchIndexes, 'follow'>
}

const STAGE_LIMIT = 10_000

/**
 * Prepares a generation for its commit: load, stage, compile, check (ARCHITECTURE: Generations). Only its tables are visible
 * before the commit.
 * @throws PluginRejected, after everything that the attempt started was stopped
 */
export function prepareGeneration(manifest: PluginManifest, options: PrepareOptions): Promise<Generation> {
  const { admitLoad = (_, load) => load() } = options
  return admitLoad(manifest, () => loading(manifest, options, (preparation) => finish(manifest, preparation)))
}

/** A version of a plugin that was staged and released again. */
export interface StagedVersion {
  readonly manifest: PluginManifest
  readonly publication: Publication
}

/**
 * The dry run of `prepareGeneration`: load, stage, compile and check the declarations, then release everything. No migration runs, and
 * neither the database nor the plugin's health is checked.
 * @throws PluginRejected
 */
export async function stageVersion(manifest: PluginManifest, options: StageOptions): Promise<StagedVersion> {
  const { admitLoad = (_, load) => load() } = options
  return admitLoad(manifest, () =>
    loading(manifest, options, async (preparation) => {
      const { publication } = await stageLinkAndCheck(manifest, preparation)
      await letGo(preparation)
      return { manifest, publication }
    }),
  )
}

/** Loads a plugin and makes its context for the work. If the work throws, everything that it started is stopped. */
async function loading<Options extends StageOptions, Result>(
  manifest: PluginManifest,
  options: Options,
  work: (preparation: Preparation<Options>) => Promise<Result>,
): Promise<Result> {
  const { services, registries, log, stageLimit: limit = STAGE_LIMIT } = options
  const hold = new Hold()
  const settings = checkSettings(manifest, options.settings, options)
  const { egress: rule = new EgressRule() } = services
  const egress = egressOf({ plugin: manifest.id, lease: hold, rule, findings: registries.findings, log })
  const loaded = await loadGeneration(manifest, { signal: hold.signal, egress, timeLimit: limit })
  const fetch = loaded.globals.functions.fetch as typeof globalThis.fetch
  const owned = createPluginContext(manifest, { services, settings, findings: registries.findings, fetch, hold })
  const preparation = { ...options, loaded, owned, limit }
  try {
    return await work(preparation)
  } catch (error) {
    const left = await letGo(preparation)
    if (!(error instanceof PluginRejected)) throw error
    const diagnostics = [...error.diagnostics, ...left.map(leftoverDiagnostic)]
    throw new PluginRejected(diagnostics, { files: loaded.files, cause: error })
  }
}

type Preparation<Options> = Options & {
  readonly loaded: LoadedGeneration
  readonly owned: OwnedContext
  readonly limit: number
}

/** @returns the work that could not be stopped */
async function letGo({ loaded, owned }: Preparation<StageOptions>): Promise<Leftover[]> {
  owned.hold.end()
  await owned.disposal.run()
  return (await loaded.dispose()).filter(({ isStopped }) => !isStopped)
}

/** A plugin's declarations, checked against the host. The database is not checked. */
async function stageLinkAndCheck(manifest: PluginManifest, preparation: Preparation<StageOptions>) {
  const { loaded, owned, registries, limit, services } = preparation
  const staged = await stagePlugin(loaded, owned, { manifest, limit })
  const compiled = compile(staged, {
    ...{ manifest, lease: owned.hold, undo: services.undo ?? true },
    ...{ elements: loaded.elements, translations: loaded.translations, unlessPassed },
  })
  const { declared, references, findings } = compiled
  const contributes = owned.named.flatMap(({ kind, name }) => (kind === 'place' ? [name] : []))
  const publication = { ...compiled.publication, offers: offersOf(loaded, manifest), contributes }
  const all = [
    ...findings.concat(owned.takeUnknownSettings()),
    ...checkAgainstHost(manifest.id, declared, registries),
    ...checkReferences(references, { declared, registries }),
    ...checkSuggestedRoles(manifest, { own: publication.operations, registries }),
    ...checkAskedPermissions(loaded.names.permissions, { owner: manifest.id, own: publication, registries }),
    ...checkTranslations({
      publication,
      written: loaded.names.texts,
      others: registries.translations().map((each) => each.translations),
    }),
    ...checkNames({ named: owned.named, source: loaded.names }, { owner: manifest.id, registries }),
  ]
  const toDiagnostics = (found: readonly Finding[]) => findingDiagnostics(found, manifest.directory)
  const diagnostics = [...loaded.warnings, ...staged.warnings, ...toDiagnostics(all)]
  rejectErrors(diagnostics)
  return { staged, declared, publication, diagnostics, toDiagnostics }
}

/** The rest of a preparation: migrations, tables and health. */
async function finish(manifest: PluginManifest, preparation: Preparation<PrepareOptions>): Promise<Generation> {
  const { loaded, owned, registries, number, limit, searches } = preparation
  const { staged, declared, publication, diagnostics, toDiagnostics } = await stageLinkAndCheck(manifest, preparation)
  await migratePlugin(manifest, preparation, {
    diagnostics,
    verify: async (source, undone) => {
      const declared = { operations: publication.operations, stores: staged.stores }
      diagnostics.push(
        ...toDiagnostics(await checkTables(declared, source, { ...ownersOf(manifest, registries), undone })),
      )
      rejectErrors(diagnostics)
    },
  })
  const healthy = await callExport('health', () => loaded.opened.stage(() => staged.health?.(owned.context)), {
    manifest,
    limit,
    place: placeOfExport(loaded, 'health'),
  })
  if (healthy !== true && healthy !== undefined)
    throw new PluginRejected([unhealthy(manifest, healthy, placeOfExport(loaded, 'health'))])
  const findTaken = () => toDiagnostics(namesTakenByOthers(manifest.id, declared, registries))
  const seed = ownSeed(staged, owned, manifest)
  const onStart = () => searches?.follow(manifest.id, staged.stores)
  return new Generation(loaded, owned, {
    number,
    manifest,
    publication,
    warnings: diagnostics,
    findTaken,
    seed,
    onStart,
  })
}

const offersOf = ({ names }: LoadedGeneration, { events = [] }: PluginManifest) => ({
  events: [...new Set([...events, ...names.events.map(({ name }) => name)])],
  places: names.places.map(({ name }) => name),
  computesEvents: names.computesEvents,
})

function ownSeed({ seed }: StagedPlugin, { context, hold }: OwnedContext, { id: plugin }: PluginManifest) {
  if (seed === undefined) return undefined
  return (seeding: Seeding) => onOwnAccount(async () => void (await seed(context, seeding)), { plugin, lease: hold })
}

const ownersOf = ({ id: owner }: PluginManifest, { plugins }: Registries) => ({
  owner,
  others: plugins.list().flatMap(({ id }) => (id === owner ? [] : [id])),
})

/** Applies the migrations and checks the tables. If the check fails, the last migration is undone. */
async function migratePlugin(
  manifest: PluginManifest,
  { database, registries, loaded, log }: Preparation<PrepareOptions>,
  { diagnostics, verify }: { diagnostics: Diagnostic[]; verify: VerifyTables },
): Promise<void> {
  const { migrations } = loaded
  const { id, directory } = manifest
  const onUnknown = (names: readonly string[]) => void diagnostics.push(tablesAhead(id, names, { migrations }))
  try {
    const limit = database.migrationLimit
    await migrate({ database, ...ownersOf(manifest, registries), migrations, log, verify, onUnknown, limit })
  } catch (error) {
    if (!(error instanceof MigrationError)) throw isOutage(error) ? rejectedByOutage(id, error) : error
    // A file that was renamed is missing under its former name, but that does not mean an older version.
    const others = diagnostics.filter(({ code }) => error.code !== 'migration_renamed' || code !== 'migrations_ahead')
    throw new PluginRejected([migrationDiagnostic(error, { directory, migrations }), ...others], { cause: error })
  }
}

const rejectedByOutage = (id: string, error: unknown) =>
  new PluginRejected([outageDiagnostic(id, error)], { cause: error })

function rejectErrors(diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.some(({ severity }) => severity === 'error')) throw new PluginRejected(diagnostics)
}

const unhealthy = ({ id }: PluginManifest, returned: unknown, where: DiagnosticPlace | undefined) =>
  diagnose('health_failed', {
    ...(where && { where }),
    ...(returned === false
      ? { message: `The plugin [${id}] is not healthy: [health] returned false.` }
      : {
          message: `[health] of the plugin [${id}] returned [${shown_argument(returned)}], which is neither true nor false.`,
          fix: 'Return true or false. To say what is wrong, throw an error.',
        }),
  })
