import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'
import { findUnmet } from './dependencies/find-unmet.ts'
import { stepsOfWaiting } from './dependencies/steps-of-waiting.ts'
import type { PluginDecisions } from './desired/plugin-decisions.ts'
import type { PluginDiscovery } from '../manifest/discover-plugins.ts'
import type { HostedPlugin } from './hosted-plugin.ts'
import type { KnownPlugins } from './known-plugins.ts'
import { loadInOrder } from './load-in-order.ts'

export interface SettleOptions {
  readonly known: KnownPlugins
  readonly decisions: PluginDecisions
  /** What was found last. */
  readonly discovery: PluginDiscovery
  readonly isClosed: () => boolean
}

/**
 * Brings every plugin to where it shall be: stops what is gone, not wanted any more or not supported by what it requires, and loads
 * what shall be active and was not tried, waited for others, or has changed. Resolves when each of them was tried.
 */
export async function settlePlugins({ known, decisions, discovery, isClosed }: SettleOptions): Promise<void> {
  for (const plugin of known.list()) rest(plugin, { decisions, discovery })
  stopUnsupported(known)
  const shallRun = ({ id }: HostedPlugin) => decisions.desiredOf(id) === 'active' && decisions.mayStart(id)
  const isDue = (plugin: HostedPlugin) => plugin.isStopped || plugin.waits || plugin.isOutdated
  do {
    await loadInOrder(known.list().filter((plugin) => plugin.found && shallRun(plugin) && isDue(plugin)))
  } while (!isClosed() && stepsOfWaiting(known.world).length > 0)
}

const AT_REST: ReadonlySet<string> = new Set(['inactive', 'deactivating'])

/** Stops what shall not run, or cannot because its folder is gone. */
function rest(plugin: HostedPlugin, { decisions, discovery }: Pick<SettleOptions, 'decisions' | 'discovery'>): void {
  const { id, state, isStopped, isGone, found } = plugin
  if (decisions.desiredOf(id) === 'inactive') {
    if (!isStopped || !AT_REST.has(state)) void plugin.stop()
  } else if (isGone || (isStopped && found === undefined)) {
    void plugin.stop({ state: 'missing', diagnostics: missing(id, discovery) })
  } else if (isStopped && !decisions.mayStart(id)) {
    void plugin.stop({ state: 'inactive', diagnostics: [heldBack(id)] })
  }
}

/** What runs needs what it requires: where that is gone, it waits. */
function stopUnsupported(known: KnownPlugins): void {
  const serves = (id: string) => known.get(id)?.serving !== undefined
  for (;;) {
    const unsupported = known
      .list()
      .find(({ serving }) => serving && !Object.keys(serving.manifest.requires).every(serves))
    if (unsupported?.serving === undefined) return
    const diagnostics = findUnmet(known.world, unsupported.id, unsupported.serving.manifest)
    void unsupported.stop({ state: 'blocked', diagnostics })
  }
}

/** A desired plugin without a readable manifest: every rejected folder may be the one, so all that was found is shown. */
function missing(id: string, { candidates }: PluginDiscovery): Diagnostic[] {
  const message = `The plugin [${id}] shall be active, but no folder holds it.`
  const rejected = candidates.filter(({ manifest }) => manifest === undefined)
  return [diagnose('plugin_missing', { message }), ...rejected.flatMap(({ findings }) => findings)]
}

const heldBack = (id: string): Diagnostic =>
  diagnose('safe_mode', { message: `The plugin [${id}] shall be active, but the host was started in safe mode.` })
