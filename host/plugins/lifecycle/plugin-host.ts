import type { Diagnostic } from '@atrium/sdk/documents'
import type { PluginStatus } from '../../registries/plugin-registry.ts'
import { stopBundler } from '../loading/bundler.ts'
import { discoverPlugins } from '../discovery/discover-plugins.ts'
import type { PluginManifest } from '../discovery/plugin-manifest.ts'
import { watchPluginDirectories } from '../watching/watch-plugin-directories.ts'
import { HostedPlugin, type HostedPluginOptions } from './hosted-plugin.ts'

export interface PluginHostOptions extends HostedPluginOptions {
  /** Where plugins are looked for. */
  readonly directories: readonly string[]
  /** Ids of the plugins that shall be active. Read anew whenever it may have changed. */
  readonly desired: () => readonly string[]
}

/** The part of the configuration that concerns plugins. */
interface PluginsConfig {
  readonly plugins: { readonly settings: Readonly<Record<string, unknown>> }
}

/** The plugins of a host: which are there, which serve, and what keeps the others from it. */
export interface PluginHost {
  /** Looks for plugins and loads those desired that do not serve yet. Resolves when each was tried. */
  refresh(): Promise<void>
  /** Takes a changed configuration: finds what is desired now, tries again what failed, reloads where settings changed. */
  reconfigure(change: { before: PluginsConfig; now: PluginsConfig }): Promise<void>
  /** Loads one, or all that are desired, again. */
  reload(id?: string): Promise<void>
  close(): Promise<void>
}

/** Starts with no plugin; `refresh` finds and loads them. A plugin that fails or is missing never stops the host. */
export function createPluginHost(options: PluginHostOptions): PluginHost {
  const { registries, directories, log } = options
  const hosted = new Map<string, HostedPlugin>()
  let closed = false
  const watching = options.watch
    ? watchPluginDirectories(directories, {
        onChange: () => void refresh(),
        onError: (error) => log.error({ err: error }, 'the plugin directories cannot be watched'),
      })
    : undefined

  async function refresh(): Promise<void> {
    for (const id of options.desired()) if (!registries.plugins.get(id)) registries.plugins.set(expected(id))
    const { candidates, findings } = await discoverPlugins(directories)
    for (const { code, message, fix } of findings) log.warn({ code, fix }, message)
    const desired = new Set(options.desired())
    const manifests = new Map(
      candidates.flatMap(({ manifest }) => (manifest ? [[manifest.id, manifest] as const] : [])),
    )
    await close([...hosted.keys()].filter((id) => !desired.has(id)))
    for (const [id, manifest] of manifests) if (!desired.has(id)) registries.plugins.set(inactive(manifest))
    for (const id of desired) if (!manifests.has(id) && !hosted.has(id)) registries.plugins.set(missing(id, candidates))
    await Promise.all([...desired].flatMap((id) => load(manifests.get(id)) ?? []))
  }

  function load(manifest: PluginManifest | undefined): Promise<void> | undefined {
    // Whoever was looking for plugins when the host closed must not start one.
    if (closed || manifest === undefined || hosted.has(manifest.id)) return undefined
    const plugin = new HostedPlugin(manifest, options)
    hosted.set(manifest.id, plugin)
    return plugin.load()
  }

  const hasFailed = (id: string) => registries.plugins.get(id)?.state === 'failed'

  async function close(ids: readonly string[]): Promise<void> {
    const leaving = ids.flatMap((id) => hosted.get(id) ?? [])
    for (const { id } of leaving) hosted.delete(id)
    await Promise.all(leaving.map((plugin) => plugin.close({ now: closed })))
  }

  return {
    refresh,
    reconfigure: async ({ before, now }) => {
      const standing = [...hosted.values()]
      await refresh()
      const changed = standing.filter(({ id }) => hosted.has(id) && (hasFailed(id) || !isSame(before, now, id)))
      await Promise.all(changed.map((plugin) => plugin.load()))
    },
    reload: async (id) => {
      const chosen = [...hosted.values()].filter((plugin) => id === undefined || plugin.id === id)
      await Promise.all(chosen.map((plugin) => plugin.load()))
    },
    close: async () => {
      closed = true
      await watching?.close()
      await close([...hosted.keys()])
      await stopBundler()
    },
  }
}

const isSame = (before: PluginsConfig, now: PluginsConfig, id: string) =>
  JSON.stringify(before.plugins.settings[id]) === JSON.stringify(now.plugins.settings[id])

const inactive = ({ id, title, version }: PluginManifest): PluginStatus => ({
  id,
  title,
  version,
  desired: 'inactive',
  state: 'inactive',
  diagnostics: [],
})

/** A desired plugin that has not been looked for: who asks for it before it is found is told to ask again, not that it is not there. */
const expected = (id: string): PluginStatus => ({
  id,
  title: id,
  version: '',
  desired: 'active',
  state: 'activating',
  diagnostics: [],
})

/** A desired plugin without a readable manifest: every rejected folder may be the one, so all that was found is shown. */
function missing(id: string, candidates: readonly { findings: readonly Diagnostic[] }[]): PluginStatus {
  const notFound: Diagnostic = {
    code: 'plugin_missing',
    severity: 'error',
    message: `The plugin [${id}] shall be active, but no folder holds it.`,
    fix: 'Put it into a plugin directory (ATRIUM_PLUGINS), or take it out of panels.config.json.',
  }
  const diagnostics = [notFound, ...candidates.flatMap(({ findings }) => findings)]
  return { id, title: id, version: '', desired: 'active', state: 'missing', diagnostics }
}
