import type { Diagnostic, DiscoveredFolder, PluginStatus } from '@atrium/sdk/documents'
import { Command } from 'commander'
import type { CommandLine } from '../command-line.ts'
import { findPlugin } from '../connection/find-plugin.ts'
import { showDiagnostics } from '../output/show-plugins.ts'

interface Explanation {
  readonly plugin: string
  readonly sentences: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
}

/** `atrium plugins why <id>` */
export function whyCommand(cli: CommandLine): Command {
  return new Command('why')
    .description('why a plugin is not, or not fully, served')
    .argument('<id>')
    .action((id: string) =>
      cli.withPlugins(async (plugins) => {
        const [list, folders] = await Promise.all([plugins.list(), plugins.folders()])
        const known = { plugins: list, folders, isRunning: plugins.url !== undefined }
        const explanation = explain(id, known)
        cli.tell(explanation, () => showExplanation(explanation))
      }),
    )
}

/** A folder that was rejected has no status, but reasons. */
function explain(id: string, known: Known): Explanation {
  const rejected = rejectedFolders(id, known.folders)
  const found = rejected.flatMap(({ diagnostics }) => diagnostics)
  const plugin = known.plugins.find((each) => each.id === id)
  if (plugin === undefined && rejected.length > 0) {
    const sentences = rejected.map(({ directory }) => `The folder ${directory} is there, but is no plugin as it is.`)
    return { plugin: id, sentences, diagnostics: found }
  }
  const status = findPlugin(id, known.plugins)
  return { plugin: id, sentences: explainPlugin(status, known), diagnostics: unique([...status.diagnostics, ...found]) }
}

/** A missing plugin's diagnostics may repeat those of the folders. */
function unique(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()]
}

function showExplanation({ sentences, diagnostics }: Explanation): string {
  const text = sentences.join('\n')
  return diagnostics.length === 0 ? text : `${text}\n\n${showDiagnostics(diagnostics)}`
}

/** What is known when somebody asks. */
interface Known {
  readonly plugins: readonly PluginStatus[]
  readonly folders: readonly DiscoveredFolder[]
  readonly isRunning: boolean
}

/** Why a plugin is served, or is not (fully): in sentences, the plainest first, and what to do last. */
export function explainPlugin(plugin: PluginStatus, known: Known): string[] {
  return [
    wish(plugin),
    ...(known.isRunning ? state(plugin, known) : []),
    ...place(plugin, known),
    ...nextStep(plugin, known),
  ]
}

function wish({ id, title, version, desired }: PluginStatus): string {
  const name = `[${id}] (${title}${version === '' ? '' : ` ${version}`})`
  return desired === 'active' ? `${name} is activated.` : `${name} is not activated.`
}

function state(plugin: PluginStatus, known: Known): string[] {
  const { state, generation, diagnostics } = plugin
  switch (state) {
    case 'active':
      return [`It is served: ${serving(plugin)}.`, ...warnings(plugin)]
    case 'activating':
      return ['It is being loaded just now; ask again in a moment.']
    case 'deactivating':
      return ['It is being taken out of service: requests under way may end first.']
    case 'inactive':
      return ['Nothing of it is served.']
    case 'missing':
      return ['Nothing of it is served: no folder holds it any more.']
    case 'blocked':
      return ['Nothing of it is served: it waits for what it requires.', ...blockers(plugin, known, [])]
    case 'failed':
      return [
        `Its newest version is refused, for ${count(errorsOf(diagnostics).length)} shown below.`,
        generation === undefined
          ? 'Nothing of it is served.'
          : `The version before goes on serving: ${serving(plugin)}.`,
      ]
  }
}

const serving = ({ generation = 1, loaded_at }: PluginStatus) =>
  `generation ${generation}${loaded_at === undefined ? '' : `, since ${loaded_at}`}`

function warnings({ diagnostics }: PluginStatus): string[] {
  return diagnostics.length === 0 ? [] : ['It works, but there is something to look into, shown below.']
}

/** Each plugin that stands in the way, and what stands in that one's way in turn. */
function blockers({ id, requires }: PluginStatus, known: Known, above: readonly string[]): string[] {
  return Object.entries(requires).flatMap(([needed, range]) => {
    const path = [...above, id]
    if (path.includes(needed))
      return [`[${id}] requires [${needed}], which in turn requires it: the circle is ${circle(path, needed)}.`]
    const other = known.plugins.find((plugin) => plugin.id === needed)
    if (other === undefined) return [`[${id}] requires [${needed}] ${range}, which is not there.`]
    if (other.state === 'active') return []
    const sentence = `[${id}] requires [${needed}] ${range}, which is ${other.state}.`
    return [sentence, ...(other.state === 'blocked' ? blockers(other, known, path) : [])]
  })
}

const circle = (path: readonly string[], back: string) => [...path.slice(path.indexOf(back)), back].join(' → ')

function place({ id, state }: PluginStatus, { folders }: Known): string[] {
  const own = folders.find(({ plugin, accepted }) => accepted && plugin === id)
  if (own) return [`Its folder is ${own.directory}.`]
  const rejected = rejectedFolders(id, folders)
  if (rejected.length > 0)
    return rejected.map(({ directory }) => `The folder ${directory} is rejected, for what is shown below.`)
  return state === 'missing' ? [] : ['No folder holds it.']
}

function nextStep(plugin: PluginStatus, known: Known): string[] {
  const { id, state, desired, diagnostics } = plugin
  if (!known.isRunning) return ['No host is running. Start it by: atrium start']
  if (desired === 'inactive') return [`Activate it by: atrium plugins activate ${id}`]
  if (state === 'blocked') return [...new Set(rootsOf(plugin, known).map(nextOfRoot))]
  if (state === 'missing') return [`Put the folder back, or give it up by: atrium plugins deactivate ${id}`]
  if (state !== 'failed') return []
  if (diagnostics.some(({ code }) => code === 'migration_changed'))
    return [`In development, drop its tables and begin anew by: atrium plugins reset ${id}`]
  return [`Correct it, then save the file, or: atrium plugins reload ${id}`]
}

/** The first plugins on the way that do not wait for others themselves. */
function rootsOf({ requires }: PluginStatus, known: Known, seen: ReadonlySet<string> = new Set()): PluginStatus[] {
  return Object.keys(requires).flatMap((needed) => {
    const other = known.plugins.find(({ id }) => id === needed)
    if (other === undefined || other.state === 'active' || seen.has(needed)) return []
    return other.state === 'blocked' ? rootsOf(other, known, new Set([...seen, needed])) : [other]
  })
}

const nextOfRoot = ({ id, state }: PluginStatus) =>
  state === 'inactive'
    ? `Activate what is required by: atrium plugins activate ${id}`
    : `See what is wrong there by: atrium plugins why ${id}`

/** Folders that may have been meant: by the id their package gives itself, or by their name. */
function rejectedFolders(id: string, folders: readonly DiscoveredFolder[]): DiscoveredFolder[] {
  return folders.filter(
    ({ plugin, accepted, directory }) => !accepted && (plugin === id || directory.split(/[/\\]/).at(-1) === id),
  )
}

const errorsOf = (diagnostics: PluginStatus['diagnostics']) =>
  diagnostics.filter(({ severity }) => severity === 'error')

const count = (reasons: number) => (reasons === 1 ? 'the reason' : `the ${reasons} reasons`)
