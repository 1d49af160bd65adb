import { nearest_name } from '@atrium/sdk'
import { is_slip } from '@atrium/sdk/host'
import type { Channels, DashboardRegistry, PluginContext, ResourceRegistry, Routes, Seeding, Tools } from '@atrium/sdk'
import type { Diagnostic, DiagnosticPlace } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'

/** The functions that a plugin may export, by name (ARCHITECTURE: Plugins). */
export interface PluginExports {
  register_resources?: (registry: ResourceRegistry, context: PluginContext) => unknown
  /** Deprecated: screens of `ui/dashboards/*.json`. */
  register_dashboards?: (registry: DashboardRegistry) => unknown
  register_routes?: (routes: Routes, context: PluginContext) => unknown
  register_mcp_tools?: (tools: Tools, context: PluginContext) => unknown
  register_channels?: (channels: Channels, context: PluginContext) => unknown
  setup?: (context: PluginContext) => unknown
  health?: (context: PluginContext) => unknown
  /** Called only when example data are requested, never while the plugin is staged. */
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

/** Where a plugin's source exports a name; `default` means its entry. Undefined if unknown. */
export type PlaceOf = (name: string) => DiagnosticPlace | undefined

/**
 * Reads the contract's functions from a module's exports, and reports exports with similar names.
 * @param options.isCommonJs whether the entry writes `module.exports`, all of which is one default export
 */
export function pluginExports(
  module: Record<string, unknown>,
  { placeOf = () => undefined, isCommonJs = false }: { placeOf?: PlaceOf; isCommonJs?: boolean } = {},
): { functions: PluginExports; findings: Diagnostic[] } {
  const findings = Object.keys(module).flatMap((name) => findingOf(name, { value: module[name], place: placeOf(name) }))
  const functions = Object.fromEntries(
    KNOWN.filter((name) => typeof module[name] === 'function').map((name) => [name, module[name]]),
  )
  if (Object.keys(functions).length > 0) return { functions, findings }
  const place = placeOf('default')
  const none =
    module.default === undefined && !isCommonJs ? exportsNone(place, findings) : exportsDefault(place, isCommonJs)
  return { functions, findings: [...findings, none] }
}

const exportsDefault = (where: DiagnosticPlace | undefined, isCommonJs: boolean): Diagnostic =>
  diagnose('exports_none', {
    message: isCommonJs
      ? `The entry${where?.file === undefined ? '' : ` [${where.file}]`} is CommonJS: it writes [module.exports], but the host reads the exports of ES modules.`
      : `The plugin has a default export${where?.file === undefined ? '' : ` in [${where.file}]`}, but the host calls functions by their names.`,
    ...(where && { where }),
    fix: 'Export each function by its name: `export function register_routes(routes, context) { … }`.',
  })

/** Also reported for a file that an editor has emptied but not yet written. The serving generation stays. */
const exportsNone = (where: DiagnosticPlace | undefined, [misspelt]: readonly Diagnostic[]): Diagnostic =>
  diagnose('exports_none', {
    message: `The plugin exports none of the functions that the host calls${where?.file === undefined ? '' : ` from [${where.file}]`}.`,
    ...(where && { where }),
    ...(misspelt && { cause: misspelt.message, fix: misspelt.fix }),
  })

function findingOf(
  name: string,
  { value, place }: { value: unknown; place: DiagnosticPlace | undefined },
): Diagnostic[] {
  const where = place && { where: place }
  if ((KNOWN as readonly string[]).includes(name)) {
    return typeof value === 'function'
      ? []
      : [diagnose('export_invalid', { message: `[${name}] is not a function.`, ...where })]
  }
  const near = nearFunction(name, value)
  const fix = near === undefined ? fixOfEnding(name, value) : `Did you mean [${near}]?`
  if (fix === undefined) return []
  return [diagnose('export_unknown', { message: `The host does not call [${name}].`, ...where, fix })]
}

/** Functions that other frameworks call at the end of a plugin. */
const ENDINGS = [
  'teardown',
  'tear_down',
  'on_dispose',
  'dispose',
  'destroy',
  'cleanup',
  'clean_up',
  'deactivate',
  'unload',
]

const fixOfEnding = (name: string, value: unknown): string | undefined =>
  typeof value === 'function' && ENDINGS.includes(name)
    ? 'Pass it to `context.on_dispose` in [setup], or choose another name.'
    : undefined

/** A name that begins with `register` promises a function of the contract. Any other may be the author's own, unless it is a slip. */
function nearFunction(name: string, value: unknown): string | undefined {
  if (name.startsWith('register')) return nearest_name(name, KNOWN)
  return typeof value === 'function' ? KNOWN.find((known) => is_slip(name, known)) : undefined
}
