import type { Diagnostic, DiagnosticCode, DiscoveredFolder, PluginRuntime, PluginStatus } from '@atrium/sdk/documents'
import { Command } from 'commander'
import type { CommandLine } from './command-line.ts'
import { findPlugin } from '../connection/find-plugin.ts'
import { showDiagnostics, showRuntime } from '../output/show-plugins.ts'

interface Explanation {
  readonly plugin: string
  readonly sentences: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
  /** Failures while it runs. */
  readonly runtime?: PluginRuntime
}

/** `atrium plugins why <id>` */
export function whyCommand(cli: CommandLine): Command {
  return new Command('why')
    .description('explain why a plugin is not served or only partly served, and which problems it has while it runs')
    .argument('<id>')
    .action((id: string) =>
      cli.withPlugins(async (plugins) => {
        const [list, folders] = await Promise.all([plugins.list(), plugins.folders()])
        const known = { plugins: list, folders, isRunning: plugins.url !== undefined }
        const explanation = explain(id, known)
        cli.print(explanation, () => showExplanation(explanation))
      }),
    )
}

/** A rejected folder has diagnostics but no plugin status. */
function explain(id: string, known: Known): Explanation {
  const rejected = rejectedFolders(id, known.folders)
  const found = rejected.flatMap(({ diagnostics }) => diagnostics)
  const plugin = known.plugins.find((each) => each.id === id)
  if (plugin === undefined && rejected.length > 0) {
    const sentences = rejected.map(({ directory }) => `The folder ${directory} exists but is not a valid plugin.`)
    return { plugin: id, sentences, diagnostics: found }
  }
  const status = findPlugin(id, known.plugins)
  const { runtime } = status
  return {
    plugin: id,
    sentences: explainPlugin(status, known),
    diagnostics: unique([...status.diagnostics, ...found]),
    ...(runtime && { runtime }),
  }
}

/** The diagnostics of a missing plugin may repeat those of its folders. */
function unique(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()]
}

function showExplanation({ sentences, diagnostics, runtime }: Explanation): string {
  const parts = [sentences.join('\n'), showDiagnostics(diagnostics), showRuntime(runtime)]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** The facts that an explanation is based on. */
interface Known {
  readonly plugins: readonly PluginStatus[]
  readonly folders: readonly DiscoveredFolder[]
  readonly isRunning: boolean
}

/** Explains in sentences why a plugin is served or not: first the most important fact, last what to do next. */
export function explainPlugin(plugin: PluginStatus, known: Known): string[] {
  return [
    explainDesired(plugin),
    ...(known.isRunning ? explainState(plugin, known) : []),
    ...explainRuntime(plugin),
    ...explainFolder(plugin, known),
    ...nextStep(plugin, known),
  ]
}

function explainDesired({ id, title, version, desired }: PluginStatus): string {
  const name = `[${id}] (${title}${version === '' ? '' : ` ${version}`})`
  return desired === 'active' ? `${name} is activated.` : `${name} is not activated.`
}

function explainState(plugin: PluginStatus, known: Known): string[] {
  const { state, generation, diagnostics } = plugin
  switch (state) {
    case 'active':
      return [`It is served: ${serving(plugin)}.`, ...warnings(plugin)]
    case 'activating':
      return ['It is being loaded. Try again in a moment.']
    case 'deactivating':
      return ['It is being deactivated. Running requests can still finish.']
    case 'inactive':
      return ['It is not served.']
    case 'missing':
      return ['It is not served: its folder no longer exists.']
    case 'blocked':
      return ['It is not served: it is waiting for plugins that it requires.', ...blockers(plugin, known, [])]
    case 'failed':
      if (diagnostics.some(({ code }) => code === 'plugin_quarantined')) return ['It is not served: it is quarantined.']
      return [
        metOutage(diagnostics)
          ? 'Its newest version could not be loaded because of the database, for the reason shown below.'
          : `Its newest version was rejected, for ${count(errorsOf(diagnostics).length)} shown below.`,
        generation === undefined ? 'It is not served.' : `The previous version is still served: ${serving(plugin)}.`,
      ]
  }
}

const serving = ({ generation = 1, loaded_at }: PluginStatus) =>
  `generation ${generation}${loaded_at === undefined ? '' : `, since ${loaded_at}`}`

function warnings({ diagnostics }: PluginStatus): string[] {
  return diagnostics.length === 0 ? [] : ['It works, but has the warnings shown below.']
}

function explainRuntime({ runtime: { findings } = { findings: [], not_listed: 0 } }: PluginStatus): string[] {
  const errors = errorsOf(findings).length
  if (errors > 0) return [`While it runs, ${errors === 1 ? 'one thing fails' : `${errors} things fail`}, shown below.`]
  return findings.length === 0 ? [] : ['While it runs, it causes the warnings shown below.']
}

/** The required plugins that are not active, and the ones that block those. */
function blockers({ id, requires }: PluginStatus, known: Known, above: readonly string[]): string[] {
  return Object.entries(requires).flatMap(([needed, range]) => {
    const path = [...above, id]
    if (path.includes(needed))
      return [
        `[${id}] requires [${needed}], which in turn requires it. The dependency cycle is ${cycle(path, needed)}.`,
      ]
    const other = known.plugins.find((plugin) => plugin.id === needed)
    if (other === undefined) return [`[${id}] requires [${needed}] ${range}, which does not exist.`]
    if (other.state === 'active') return []
    const sentence = `[${id}] requires [${needed}] ${range}, which is ${other.state}.`
    return [sentence, ...(other.state === 'blocked' ? blockers(other, known, path) : [])]
  })
}

const cycle = (path: readonly string[], back: string) => [...path.slice(path.indexOf(back)), back].join(' → ')

function explainFolder({ id, state }: PluginStatus, { folders }: Known): string[] {
  const own = folders.find(({ plugin, accepted }) => accepted && plugin === id)
  if (own) return [`Its folder is ${own.directory}.`]
  const rejected = rejectedFolders(id, folders)
  if (rejected.length > 0)
    return rejected.map(({ directory }) => `The folder ${directory} was rejected, for the reasons shown below.`)
  return state === 'missing' ? [] : ['No folder contains it.']
}

function nextStep(plugin: PluginStatus, known: Known): string[] {
  const { id, state, desired, diagnostics } = plugin
  if (!known.isRunning) return ['No host is running. Start it with: atrium start']
  if (desired === 'inactive') return [`Activate it with: atrium plugins activate ${id}`]
  if (state === 'blocked') return [...new Set(rootsOf(plugin, known).map(nextOfRoot))]
  if (state === 'missing') return [`Restore the folder, or deactivate the plugin with: atrium plugins deactivate ${id}`]
  if (diagnostics.some(({ code }) => code === 'plugin_quarantined'))
    return [`Correct it, then try it again with: atrium plugins retry ${id}`]
  if (state !== 'failed') return []
  if (isTooOld(diagnostics))
    return [
      'Check out the version that contains the missing migrations, or undo them with that version, as described below.',
    ]
  if (metOutage(diagnostics))
    return [`It is loaded again automatically when the database works. To try now: atrium plugins reload ${id}`]
  return [`Correct and save the file. If it is not reloaded: atrium plugins reload ${id}`]
}

/** The plugins at the root of a block: not active, but not waiting for others either. */
function rootsOf({ requires }: PluginStatus, known: Known, seen: ReadonlySet<string> = new Set()): PluginStatus[] {
  return Object.keys(requires).flatMap((needed) => {
    const other = known.plugins.find(({ id }) => id === needed)
    if (other === undefined || other.state === 'active' || seen.has(needed)) return []
    return other.state === 'blocked' ? rootsOf(other, known, new Set([...seen, needed])) : [other]
  })
}

const nextOfRoot = ({ id, state }: PluginStatus) =>
  state === 'inactive'
    ? `Activate the required plugin with: atrium plugins activate ${id}`
    : `See what is wrong with the required plugin: atrium plugins why ${id}`

/** Rejected folders whose package.json has this id, or whose name is this id. */
function rejectedFolders(id: string, folders: readonly DiscoveredFolder[]): DiscoveredFolder[] {
  return folders.filter(
    ({ plugin, accepted, directory }) => !accepted && (plugin === id || directory.split(/[/\\]/).at(-1) === id),
  )
}

/** Whether the code needs tables as they were before migrations that it does not have. Any other error is to be corrected first. */
const isTooOld = (diagnostics: PluginStatus['diagnostics']) =>
  diagnostics.some(({ code }) => code === 'migrations_ahead') &&
  errorsOf(diagnostics).every(({ code }) => OF_TABLES.includes(code))

const OF_TABLES: readonly DiagnosticCode[] = [
  ...(['table_missing', 'column_missing', 'column_type', 'column_without_value', 'version_missing'] as const),
  'health_failed',
]

const metOutage = (diagnostics: PluginStatus['diagnostics']) =>
  diagnostics.some(({ code }) => code === 'database_outage' || code === 'migration_not_begun')

const errorsOf = (diagnostics: PluginStatus['diagnostics']) =>
  diagnostics.filter(({ severity }) => severity === 'error')

const count = (reasons: number) => (reasons === 1 ? 'the reason' : `the ${reasons} reasons`)
