import type { PluginStep } from '@atrium/sdk/documents'
import type { Desired } from './desired/desired-plugins.ts'
import type { PluginDecisions } from './desired/plugin-decisions.ts'
import type { KnownPlugins } from './known-plugins.ts'

/**
 * Does what a plan says, step by step: first it is decided, then it happens. Stopping is done when the plugin is out of service,
 * loading when it was tried; a plugin that fails is a state and keeps no later step from being tried.
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
