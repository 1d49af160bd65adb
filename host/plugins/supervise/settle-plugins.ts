import type { Diagnostic, PluginStep } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'
import type { PluginDiscovery } from '../manifest/discover-plugins.ts'
import type { Desired } from './decisions/desired-plugins.ts'
import type { PluginDecisions } from './decisions/plugin-decisions.ts'
import { findUnmet, findCycleOf } from './dependencies/find-unmet.ts'
import { stepsOfWaiting } from './dependencies/plan-change.ts'
import type { HostedPlugin } from './hosted-plugin.ts'
import type { KnownPlugins } from './known-plugins.ts'

export interface SettleOptions {
  readonly known: KnownPlugins
  readonly decisions: PluginDecisions
  /** The result of the last search. */
  readonly discovery: PluginDiscovery
  readonly isClosed: () => boolean
}

/**
 * Brings every plugin to its desired state. Stops plugins that are gone, not to be active or without their requirements, and loads
 * plugins to be active that were not tried, waited for others, or have changed. Resolves when each of them was tried.
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

/** Stops plugins that are not to be active or whose folder is gone. */
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

/** Running plugins whose required plugins are gone stop and wait. */
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

/** A desired plugin without a valid manifest. If no rejected folder declares its id, any of them may be the intended one, so all are shown. */
function missing(id: string, { candidates }: PluginDiscovery): Diagnostic[] {
  const rejected = candidates.filter(({ manifest }) => manifest === undefined)
  const own = rejected.filter((candidate) => candidate.id === id)
  if (own.length > 0) return own.flatMap(({ findings }) => findings)
  const message = `The plugin [${id}] is to be active, but no folder contains it.`
  return [diagnose('plugin_missing', { message }), ...rejected.flatMap(({ findings }) => findings)]
}

const heldBack = (id: string): Diagnostic =>
  diagnose('safe_mode', { message: `The plugin [${id}] is to be active, but the host was started in safe mode.` })

/**
 * Loads plugins, each after those that it requires, otherwise in parallel. Plugins in a cycle do not wait: the cycle is
 * reported. Resolves when each was tried.
 */
async function loadInOrder(plugins: readonly HostedPlugin[]): Promise<void> {
  const chosen = new Map(plugins.map((plugin) => [plugin.id, plugin]))
  const loads = new Map<string, Promise<void>>()
  const requirementsOf = (id: string) => chosen.get(id)?.found?.requires ?? {}

  function load(plugin: HostedPlugin): Promise<void> {
    const loading = loads.get(plugin.id) ?? loadAfterRequired(plugin)
    loads.set(plugin.id, loading)
    return loading
  }

  async function loadAfterRequired(plugin: HostedPlugin): Promise<void> {
    const required = findCycleOf(plugin.id, requirementsOf) ? [] : Object.keys(requirementsOf(plugin.id))
    await Promise.all(required.flatMap((id) => chosen.get(id) ?? []).map(load))
    await plugin.load()
  }

  await Promise.all(plugins.map(load))
}

/**
 * Carries out a plan step by step, after its decisions were stored. A stop is done when the plugin is out of service, a load when it was
 * tried. A failing plugin does not prevent later steps.
 */
export async function carryOut(
  steps: readonly PluginStep[],
  { known, decisions, by }: { known: KnownPlugins; decisions: PluginDecisions; by: string },
): Promise<void> {
  await decisions.decide(new Map(steps.map(({ plugin, action }) => [plugin, desiredBy(action)])), { by })
  for (const { action, plugin: id } of steps) {
    const plugin = known.get(id)
    if (action === 'deactivate') void plugin?.stop()
    else await plugin?.load()
  }
}

const desiredBy = (action: PluginStep['action']): Desired => (action === 'deactivate' ? 'inactive' : 'active')
