import { findUnmet } from './find-unmet.ts'
import { planActivation, stepsOfRequirements } from './plan-activation.ts'
import type { PlannedChange } from './plan-change.ts'
import { dependantsOutOfRange } from './dependants.ts'
import type { PluginWorld } from './plugin-world.ts'
import { pluginInactive, pluginMissing, refusalOf } from './refusals.ts'

/** Loads a plugin again as its folder says now. Those that require it are not loaded again; they have to be satisfied with it. */
export function planReload(world: PluginWorld, id: string): PlannedChange {
  const node = world.get(id)
  if (node === undefined || node.desired === 'inactive') return { steps: [], refused: pluginInactive(id) }
  if (node.gone) return { steps: [], refused: pluginMissing(id) }
  if (!node.serving) return planActivation(world, id)
  if (!node.found) return { steps: [{ action: 'reload', plugin: id }], refused: null }
  const dependants = dependantsOutOfRange(world, id, node.found.version).map((dependant) => dependant.id)
  const [unsatisfied] = findUnmet(world, id, node.found).filter(({ code }) => code === 'dependants_unsatisfied')
  if (unsatisfied) return { steps: [], refused: refusalOf(unsatisfied, dependants) }
  const required = stepsOfRequirements(world, id)
  if ('code' in required) return { steps: [], refused: required }
  return { steps: [...required, { action: 'reload', plugin: id }], refused: null }
}
