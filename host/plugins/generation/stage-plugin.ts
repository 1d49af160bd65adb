import type { DashboardDraft, ResourceDraft } from '@atrium/sdk/host'
import {
  collect_channels,
  collect_routes,
  collect_screens,
  collect_stores,
  collect_tools,
  type CollectedScreens,
} from '@atrium/sdk/host'
import type { Diagnostic, DiagnosticPlace } from '@atrium/sdk/documents'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseJson } from '../../base/config/index.ts'
import { diagnose } from '../../base/errors/index.ts'
import type { Declarations } from '../compile/compile.ts'
import type { DashboardFile, LegacyDeclarations } from '../compile/documents/legacy-screens.ts'
import type { LoadedGeneration } from './load-generation.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import { callExport } from './call-export.ts'
import type { OwnedContext } from './plugin-context.ts'
import { type PluginExports, pluginExports } from './plugin-exports.ts'
import { relativeFile } from '../load/author-frame.ts'
import { PluginRejected } from '../load/plugin-rejected.ts'

/** A plugin's declarations, and the functions that are called later. Nothing is visible yet. */
export interface StagedPlugin extends Declarations {
  readonly health: PluginExports['health']
  readonly seed: PluginExports['seed']
  readonly warnings: readonly Diagnostic[]
}

/**
 * Calls a plugin's exported functions and collects their declarations (ARCHITECTURE: Generations).
 * @throws PluginRejected naming the function that threw or timed out, with the author's line
 */
export async function stagePlugin(
  loaded: LoadedGeneration,
  { context, publish, isUndo }: Pick<OwnedContext, 'context' | 'publish' | 'isUndo'>,
  { manifest, limit }: { manifest: PluginManifest; limit: number },
): Promise<StagedPlugin> {
  const { functions, findings } = pluginExports(loaded.exports, {
    placeOf: (name) =>
      name === 'default'
        ? { file: relativeFile(manifest.entry, manifest.directory), line: loaded.names.common_js ?? 1 }
        : placeOfExport(loaded, name),
    isCommonJs: loaded.names.common_js !== undefined,
  })
  if (findings.some(({ severity }) => severity === 'error')) throw new PluginRejected(findings)
  const resources: ResourceDraft[] = []
  const dashboards: DashboardDraft[] = []
  const routes = collect_routes()
  const tools = collect_tools()
  const channels = collect_channels(publish)
  const stores = collect_stores(context.db)
  const screens = collect_screens()
  const registry = {
    add_resource: (draft: ResourceDraft) => void resources.push(draft),
    add_dashboard: (draft: DashboardDraft) => void dashboards.push(draft),
  }
  const {
    register_dashboards,
    register_resources,
    register_routes,
    register_mcp_tools,
    register_channels,
    setup,
    health,
    seed,
  } = functions
  const call = (name: string, run: () => unknown) =>
    callExport(name, () => loaded.opened.stage(run), { manifest, limit, place: placeOfExport(loaded, name) })
  const declare = async (name: string, run: () => unknown) => {
    if (typeof (await call(name, run)) !== 'function') return
    throw new PluginRejected([returnsFunction(name, placeOfExport(loaded, name))])
  }
  await declare('register_resources', () => register_resources?.(registry, context))
  await declare('register_dashboards', () => register_dashboards?.(screens.registry))
  await declare('register_routes', () => register_routes?.(routes.routes, context))
  routes.end()
  await declare('register_mcp_tools', () => register_mcp_tools?.(tools.tools, context))
  await declare('register_channels', () => register_channels?.(channels.channels, context))
  const returned = await call('setup', () => setup?.(context))
  const cleanUp = isUndo(returned) ? [] : returnedCleanUp(returned, placeOfExport(loaded, 'setup'))
  return {
    resources,
    dashboards,
    routes: routes.declarations,
    tools: tools.declarations,
    namespaces: channels.declarations,
    stores: stores.end(),
    ...(register_dashboards && { legacy: await legacyOf(screens, manifest) }),
    health,
    seed,
    warnings: [...findings, ...cleanUp],
  }
}

const returnsFunction = (name: string, where: DiagnosticPlace | undefined) =>
  diagnose('export_invalid', {
    message: `[${name}] returned a function, which is never called, and declared nothing in it.`,
    ...(where && { where }),
    fix: `Declare in [${name}] itself: \`export function ${name}(…) { … }\`.`,
  })

/** Methods of objects that are to be ended. */
const ENDS = ['close', 'dispose', 'destroy', 'stop', 'unsubscribe', Symbol.dispose, Symbol.asyncDispose] as const

/** Reports what `setup` returns to be called at the end of the generation, as in other libraries. */
function returnedCleanUp(returned: unknown, where: DiagnosticPlace | undefined): Diagnostic[] {
  const members = Object(returned) as Readonly<Record<PropertyKey, unknown>>
  const end = ENDS.find((name) => typeof members[name] === 'function')
  if (typeof returned !== 'function' && end === undefined) return []
  const what = typeof returned === 'function' ? 'a function' : `an object with the method [${String(end)}]`
  const message = `[setup] returned ${what}, which is never called.`
  return [diagnose('clean_up_returned', { message, ...(where && { where }) })]
}

/** Where the plugin exports a name. Undefined if its source does not show it. */
export const placeOfExport = ({ names }: LoadedGeneration, name: string): DiagnosticPlace | undefined =>
  names.exports.find((each) => each.name === name)?.place

const legacyOf = async ({ drafts }: CollectedScreens, { directory }: PluginManifest): Promise<LegacyDeclarations> => ({
  drafts,
  files: await readDashboardFiles(directory),
})

/** Reads `<plugin>/ui/dashboards/*.json`, sorted by name. Empty if the folder does not exist. */
async function readDashboardFiles(directory: string): Promise<DashboardFile[]> {
  const folder = path.join(directory, 'ui', 'dashboards')
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = names.filter((name) => /^[^.].*\.json$/.test(name)).sort()
  return Promise.all(
    files.map(async (name) => ({
      id: path.basename(name, '.json'),
      file: `ui/dashboards/${name}`,
      content: await parseJson(await readFile(path.join(folder, name), 'utf8')),
    })),
  )
}
