import type { PluginStatus, Diagnostic, PluginAction, PluginPlan } from '@atrium/sdk/documents'
import type { Paint } from './text.ts'
import { alignTable, paint, ownWords } from './text.ts'

const SEVERITY_COLORS = { error: 'red', warning: 'yellow' } as const

interface ShowOptions {
  /** What a file is preceded by, such as `plugins/fleet`. Default nothing: relative to the plugin's folder. */
  readonly directory?: string
  readonly stream?: NodeJS.WriteStream
}

/** Findings as a compiler prints them: place, severity, code, message; below it the cause and what to do. */
export function showDiagnostics(diagnostics: readonly Diagnostic[], options: ShowOptions = {}): string {
  return diagnostics.map((diagnostic) => showOne(diagnostic, options)).join('\n')
}

function showOne(
  { code, severity, message, where, cause, fix }: Diagnostic,
  { directory, stream }: ShowOptions,
): string {
  const place = placeOf(where, directory)
  const head = [
    ...(place === '' ? [] : [paint('bold', place, { stream })]),
    paint(SEVERITY_COLORS[severity], severity, { stream }),
    paint('dim', code, { stream }),
    message,
  ]
  const below = [...(cause === undefined ? [] : [`cause: ${cause}`]), `fix: ${fix}`]
  return [head.join('  '), ...below.map((line) => `  ${paint('dim', line, { stream })}`)].join('\n')
}

/** `src/resources.ts:18:20`, `package.json#/atrium/id`, or the id of a document. */
function placeOf(where: Diagnostic['where'] = {}, directory: string | undefined): string {
  const { file, line, column, pointer, document } = where
  const name = file === undefined ? '' : directory === undefined ? file : `${directory}/${file}`
  const position = [name, line, column].filter((part) => part !== undefined && part !== '').join(':')
  const parts = [position + (pointer === undefined ? '' : `#${pointer}`), document].filter(Boolean)
  return parts.join(' ')
}

/** What would happen, what has happened to each plugin of the plan, or, where no host runs, what is to happen. */
export function showPlan(plan: PluginPlan): string {
  if (plan.refused) return showRefusal(plan)
  if (plan.steps.length === 0) return `Nothing to do: [${plan.plugin}] is as it shall be.`
  if (plan.plugins) return plan.plugins.map(showStanding).join('\n')
  const when = plan.dry_run
    ? 'This would happen; nothing was done.'
    : 'This happens when the host starts: none is running.'
  return `${when}\n${showSteps(plan)}`
}

/** Whether every plugin of the plan is where the plan wanted it. */
export function planSucceeded({ refused, steps, plugins }: PluginPlan): boolean {
  if (refused) return false
  if (plugins === undefined) return true
  const statuses = new Map(plugins.map((plugin) => [plugin.id, plugin]))
  return steps.every(({ action, plugin }) => isDone(action, statuses.get(plugin)))
}

/** One whose folder is gone too is forgotten once it is deactivated. */
const isDone = (action: PluginAction, status: PluginStatus | undefined) =>
  action === 'deactivate' ? status?.desired !== 'active' : status?.state === 'active'

function showRefusal({ action, plugin, refused }: PluginPlan): string {
  const { message, fix } = refused!
  return `${paint('red', 'refused')}  ${action} ${plugin}: ${message}\n  ${paint('dim', `fix: ${ownWords(fix)}`)}`
}

function showSteps({ steps, plugin: asked }: PluginPlan): string {
  const rows = steps.map(({ action, plugin, because }, index) => [
    `  ${index + 1}.`,
    action,
    paint('bold', plugin),
    because === undefined || plugin === asked ? '' : paint('dim', `because of ${because}`),
  ])
  return alignTable(rows)
}

/** Where a plugin stands, in a line, with what was found. */
export function showStanding({ id, version, state, generation, diagnostics }: PluginStatus): string {
  const serving =
    generation === undefined ? '' : `, generation ${generation}${state === 'active' ? '' : ' goes on serving'}`
  const line = `${paint('bold', id)} ${version} is ${showState(state)}${serving}`
  return diagnostics.length === 0 ? line : `${line}\n${showDiagnostics(diagnostics)}`
}

const STATE_COLORS: Record<PluginStatus['state'], Paint> = {
  active: 'green',
  activating: 'cyan',
  deactivating: 'cyan',
  blocked: 'yellow',
  inactive: 'dim',
  failed: 'red',
  missing: 'red',
}

/** A plugin's state in its colour. */
export const showState = (state: PluginStatus['state']) => paint(STATE_COLORS[state], state)

/** Plugins as a table, one a line. */
export function showPlugins(plugins: readonly PluginStatus[]): string {
  if (plugins.length === 0) return 'There are no plugins. Make one by `atrium plugins create <name>`.'
  const head = ['PLUGIN', 'VERSION', 'STATE', 'TITLE', ''].map((name) => paint('dim', name))
  return alignTable([head, ...plugins.map(rowOf)])
}

const rowOf = (plugin: PluginStatus) => [
  paint('bold', plugin.id),
  plugin.version || '–',
  showState(plugin.state),
  plugin.title,
  paint('dim', remarkOf(plugin)),
]

/** What a person should know at first sight: that an old generation serves, that wish and state differ, that something was found. */
function remarkOf({ state, desired, generation, draining, diagnostics }: PluginStatus): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  const remarks = [
    ...(state !== 'active' && generation !== undefined ? [`generation ${generation} goes on serving`] : []),
    ...(state === 'inactive' && desired === 'active' ? ['active at the next start'] : []),
    ...(draining === undefined ? [] : [`${draining} draining`]),
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(diagnostics.length > errors ? [count(diagnostics.length - errors, 'warning')] : []),
  ]
  return remarks.join(', ')
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`

/** All that is known of a plugin. */
export function showPlugin(plugin: PluginStatus): string {
  const { id, title, version, description, state, desired, generation, loaded_at, draining, diagnostics } = plugin
  const rows = [
    ['plugin', `${paint('bold', id)} ${version}`.trim()],
    ['title', title],
    ['about', description],
    ['state', showState(state)],
    ['desired', desired],
    ['generation', generation === undefined ? undefined : `${generation}, since ${loaded_at ?? 'an unknown time'}`],
    ['draining', draining === undefined ? undefined : `${draining} former generations with work under way`],
    [
      'requires',
      Object.entries(plugin.requires)
        .map(([name, range]) => `${name} ${range}`)
        .join(', '),
    ],
    ['required by', plugin.required_by.join(', ')],
  ]
  const shown = rows.filter((row): row is [string, string] => row[1] !== undefined && row[1] !== '')
  const table = alignTable(shown.map(([name, value]) => [paint('dim', name), value]))
  return diagnostics.length === 0 ? table : `${table}\n\n${showDiagnostics(diagnostics)}`
}
