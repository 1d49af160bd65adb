import type { PluginStatus } from '@atrium/sdk/documents'
import { showDiagnostics } from './show-diagnostics.ts'
import type { Paint } from './text.ts'
import { alignTable, paint } from './text.ts'

const COLORS: Record<PluginStatus['state'], Paint> = {
  active: 'green',
  activating: 'cyan',
  deactivating: 'cyan',
  blocked: 'yellow',
  inactive: 'dim',
  failed: 'red',
  missing: 'red',
}

/** A plugin's state in its colour. */
export const showState = (state: PluginStatus['state']) => paint(COLORS[state], state)

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
