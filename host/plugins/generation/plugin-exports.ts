import { nearest_name } from '@atrium/sdk'
import type { Channels, DashboardRegistry, PluginContext, ResourceRegistry, Routes, Seeding, Tools } from '@atrium/sdk'
import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'

/** What a plugin may export, found by name (ARCHITECTURE: Plugins). */
export interface PluginExports {
  register_resources?: (registry: ResourceRegistry) => unknown
  /** Deprecated: screens of `ui/dashboards/*.json`. */
  register_dashboards?: (registry: DashboardRegistry) => unknown
  register_routes?: (routes: Routes, context: PluginContext) => unknown
  register_mcp_tools?: (tools: Tools, context: PluginContext) => unknown
  register_channels?: (channels: Channels, context: PluginContext) => unknown
  setup?: (context: PluginContext) => unknown
  health?: (context: PluginContext) => unknown
  /** Never called while the plugin is staged: only where somebody asks for example data. */
  seed?: (context: PluginContext, seeding: Seeding) => unknown
}

const KNOWN: readonly (keyof PluginExports)[] = [
  'register_resources',
  'register_dashboards',
  'register_routes',
  'register_mcp_tools',
  'register_channels',
  'setup',
  'health',
  'seed',
]

/** Takes the functions of the contract out of a module's exports, and says what else looks as if it were meant to be one. */
export function pluginExports(module: Record<string, unknown>): { functions: PluginExports; findings: Diagnostic[] } {
  const findings = Object.keys(module).flatMap((name) => findingOf(name, module[name]))
  const functions = Object.fromEntries(
    KNOWN.filter((name) => typeof module[name] === 'function').map((name) => [name, module[name]]),
  )
  return { functions, findings: Object.keys(functions).length === 0 ? [...findings, exportsNone()] : findings }
}

/** Also of a file that an editor has emptied and not written yet: what serves goes on. */
const exportsNone = (): Diagnostic =>
  diagnose('exports_none', { message: 'The plugin exports no function that the host would call.' })

function findingOf(name: string, value: unknown): Diagnostic[] {
  if ((KNOWN as readonly string[]).includes(name)) {
    return typeof value === 'function' ? [] : [diagnose('export_invalid', { message: `[${name}] is no function.` })]
  }
  const near = name.startsWith('register') ? nearest_name(name, KNOWN) : undefined
  if (near === undefined) return []
  return [diagnose('export_unknown', { message: `Nothing calls [${name}].`, fix: `Did you mean [${near}]?` })]
}
