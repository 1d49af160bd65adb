import { nearest_name } from '@atrium/sdk'
import type { Channels, PluginContext, ResourceRegistry, Routes, Tools } from '@atrium/sdk'
import type { Diagnostic } from '@atrium/sdk/documents'

/** What a plugin may export, found by name (design section 4). */
export interface PluginExports {
  register_resources?: (registry: ResourceRegistry) => unknown
  register_routes?: (routes: Routes, context: PluginContext) => unknown
  register_mcp_tools?: (tools: Tools, context: PluginContext) => unknown
  register_channels?: (channels: Channels, context: PluginContext) => unknown
  setup?: (context: PluginContext) => unknown
  health?: (context: PluginContext) => unknown
}

const KNOWN: readonly (keyof PluginExports)[] = [
  'register_resources',
  'register_routes',
  'register_mcp_tools',
  'register_channels',
  'setup',
  'health',
]

/** Names that the contract has and this version of the host does not serve yet. */
const LATER = ['register_dashboards']

/** Takes the functions of the contract out of a module's exports, and says what else looks as if it were meant to be one. */
export function pluginExports(module: Record<string, unknown>): { functions: PluginExports; findings: Diagnostic[] } {
  const findings = Object.keys(module).flatMap((name) => findingOf(name, module[name]))
  const functions = Object.fromEntries(
    KNOWN.filter((name) => typeof module[name] === 'function').map((name) => [name, module[name]]),
  )
  return { functions, findings }
}

function findingOf(name: string, value: unknown): Diagnostic[] {
  if (LATER.includes(name)) {
    return [
      warning(
        'export_not_served',
        `[${name}] is not served by this version of the host.`,
        'Update the host to use it.',
      ),
    ]
  }
  if ((KNOWN as readonly string[]).includes(name)) {
    if (typeof value === 'function') return []
    return [
      {
        ...warning('export_invalid', `[${name}] is no function.`, 'Export a function of that name.'),
        severity: 'error',
      },
    ]
  }
  const near = name.startsWith('register') ? nearest_name(name, [...KNOWN, ...LATER]) : undefined
  return near === undefined ? [] : [warning('export_unknown', `Nothing calls [${name}].`, `Did you mean [${near}]?`)]
}

const warning = (code: string, message: string, fix: string): Diagnostic => ({
  code,
  severity: 'warning',
  message,
  fix,
})
