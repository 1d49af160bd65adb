import type { PluginStatus } from '@atrium/sdk/documents'
import { alignTable } from './align-table.ts'
import { paint } from './paint.ts'
import { showDiagnostics } from './show-diagnostics.ts'
import { showState } from './show-plugins.ts'

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
