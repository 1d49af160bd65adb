import type {
  PluginStatus,
  PluginVitals,
  Diagnostic,
  PluginAction,
  PluginPlan,
  PluginRuntime,
  RuntimeFinding,
} from '@atrium/sdk/documents'
import type { Paint } from './text.ts'
import { alignTable, paint, inCliTerms } from './text.ts'

const SEVERITY_COLORS = { error: 'red', warning: 'yellow' } as const

interface ShowOptions {
  /** Prefix for file paths, for example `plugins/fleet`. Default none: paths are relative to the plugin's folder. */
  readonly directory?: string
  readonly stream?: NodeJS.WriteStream
}

/** Formats diagnostics like a compiler: location, severity, code and message, then the cause and the fix on separate lines. */
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

/** Formats failures while a plugin runs: as diagnostics, with the failing work, how often and when. */
export function showRuntime(runtime: PluginRuntime | undefined): string {
  if (runtime === undefined) return ''
  const { findings, not_listed } = runtime
  const more = not_listed === 0 ? [] : [`and ${count(not_listed, 'occurrence')} of other findings`]
  return [...findings.map(showFinding), ...more].join('\n')
}

function showFinding({ work, count: times, first_at, last_at, ...diagnostic }: RuntimeFinding): string {
  const [head, ...below] = showOne({ ...diagnostic, message: `${work}: ${diagnostic.message}` }, {}).split('\n')
  const when = times === 1 ? `once, at ${last_at}` : `${times} times, from ${first_at} to ${last_at}`
  return [head, `  ${paint('dim', when)}`, ...below].join('\n')
}

/** `src/resources.ts:18:20`, `package.json#/atrium/id`, or the id of a document. */
function placeOf(where: Diagnostic['where'] = {}, directory: string | undefined): string {
  const { file, line, column, pointer, document } = where
  const name = file === undefined ? '' : directory === undefined ? file : `${directory}/${file}`
  const position = [name, line, column].filter((part) => part !== undefined && part !== '').join(':')
  const parts = [position + (pointer === undefined ? '' : `#${pointer}`), document].filter(Boolean)
  return parts.join(' ')
}

/** Shows the refusal, the planned steps (dry run, or no host runs), or the new status of each plugin. */
export function showPlan(plan: PluginPlan): string {
  if (plan.refused) return showRefusal(plan)
  if (plan.steps.length === 0) return `Nothing to do: [${plan.plugin}] is already in the desired state.`
  if (plan.plugins) return plan.plugins.map(showStanding).join('\n')
  const when = plan.dry_run
    ? 'Plan only; nothing was changed.'
    : 'No host is running. These steps take effect at the next start.'
  return `${when}\n${showSteps(plan)}`
}

/** Whether every plugin has reached the state intended by the plan. */
export function planSucceeded({ refused, steps, plugins }: PluginPlan): boolean {
  if (refused) return false
  if (plugins === undefined) return true
  const statuses = new Map(plugins.map((plugin) => [plugin.id, plugin]))
  return steps.every(({ action, plugin }) => isDone(action, statuses.get(plugin)))
}

/** A plugin without a folder has no status after it is deactivated. */
const isDone = (action: PluginAction, status: PluginStatus | undefined) =>
  action === 'deactivate' ? status?.desired !== 'active' : status?.state === 'active'

function showRefusal({ action, plugin, refused }: PluginPlan): string {
  const { message, fix } = refused!
  return `${paint('red', 'refused')}  ${action} ${plugin}: ${message}\n  ${paint('dim', `fix: ${inCliTerms(fix)}`)}`
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

/** A plugin's state in one line, with its diagnostics below. */
export function showStanding({ id, version, state, generation, diagnostics }: PluginStatus): string {
  const serving =
    generation === undefined ? '' : `, generation ${generation}${state === 'active' ? '' : ' is still served'}`
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

/** The state in its colour. */
const showState = (state: PluginStatus['state']) => paint(STATE_COLORS[state], state)

/** Plugins as a table with one row each. */
export function showPlugins(plugins: readonly PluginStatus[]): string {
  if (plugins.length === 0) return 'There are no plugins. Create one with `atrium plugins create <name>`.'
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

/** Notable facts: an old generation is served, the desired state differs from the state, or there are diagnostics. */
function remarkOf({ state, desired, generation, draining, diagnostics, runtime, vitals }: PluginStatus): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  const failing = runtime?.findings.filter(({ severity }) => severity === 'error').length ?? 0
  const remarks = [
    ...(state !== 'active' && generation !== undefined ? [`generation ${generation} is still served`] : []),
    ...(state === 'inactive' && desired === 'active' ? ['active at the next start'] : []),
    ...(draining === undefined ? [] : [`${draining} draining`]),
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(failing > 0 ? [`${failing} failing`] : []),
    ...(vitals && vitals.errors > 0 ? [`${vitals.errors} of ${count(vitals.requests, 'request')} failed`] : []),
    ...(diagnostics.length > errors ? [count(diagnostics.length - errors, 'warning')] : []),
  ]
  return remarks.join(', ')
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`

/** The recent work of a plugin, as rows. */
function showVitals({ since, requests, errors, p95_ms, loop_ms, heap_at_load }: PluginVitals): [string, string][] {
  const served = [count(requests, 'request'), ...(requests > 0 ? [count(errors, 'error')] : [])]
  if (p95_ms !== undefined) served.push(`95 % within ${p95_ms} ms`)
  return [
    ['since', `${since}: ${served.join(', ')}, ${loop_ms} ms on the event loop`],
    ['heap', `${(heap_at_load / 1e6).toFixed(1)} MB of the whole host when it was loaded`],
  ]
}

/** Everything known about a plugin. */
export function showPlugin(plugin: PluginStatus): string {
  const { id, title, version, description, state, desired, generation, loaded_at, draining, vitals } = plugin
  const rows = [
    ['plugin', `${paint('bold', id)} ${version}`.trim()],
    ['title', title],
    ['about', description],
    ['state', showState(state)],
    ['desired', desired],
    ['generation', generation === undefined ? undefined : `${generation}, since ${loaded_at ?? 'an unknown time'}`],
    ['draining', draining === undefined ? undefined : `${draining} previous generations with unfinished work`],
    [
      'requires',
      Object.entries(plugin.requires)
        .map(([name, range]) => `${name} ${range}`)
        .join(', '),
    ],
    ['required by', plugin.required_by.join(', ')],
    ...(vitals === undefined ? [] : showVitals(vitals)),
  ]
  const shown = rows.filter((row): row is [string, string] => row[1] !== undefined && row[1] !== '')
  const table = alignTable(shown.map(([name, value]) => [paint('dim', name), value]))
  return [table, showDiagnostics(plugin.diagnostics), showRuntime(plugin.runtime)]
    .filter((part) => part !== '')
    .join('\n\n')
}
