import type { PluginStep } from '@atrium/sdk/documents'
import { dependantsOf, isRunning } from './dependants.ts'
import type { PlannedChange } from './plan-change.ts'
import { type PluginWorld, requirementsOf } from './plugin-world.ts'
import { pluginRequired } from './refusals.ts'

/** Deactivates a plugin, unless one that runs requires it; with `cascade` those go first. */
export function planDeactivation(world: PluginWorld, id: string, { cascade }: { cascade: boolean }): PlannedChange {
  const node = world.get(id)
  if (node === undefined || (node.desired === 'inactive' && !isRunning(node))) return { steps: [], refused: null }
  const dependants = dependantsOf(world, id)
  if (dependants.length > 0 && !cascade) return { steps: [], refused: pluginRequired(id, [...dependants].sort()) }
  const steps = dependants.map((dependant) => cascadeStep(world, dependant, [...dependants, id]))
  return { steps: [...steps, { action: 'deactivate', plugin: id }], refused: null }
}

function cascadeStep(world: PluginWorld, plugin: string, going: readonly string[]): PluginStep {
  const requirements = requirementsOf(world.get(plugin))
  const because = going.find((other) => other in requirements)
  return { action: 'deactivate', plugin, ...(because !== undefined && { because }) }
}
