import type { PluginAction, PluginPlan, PluginStep } from '@atrium/sdk/documents'
import { findUnmet } from './find-unmet.ts'
import { planActivation, stepsOfRequirements } from './plan-activation.ts'
import type { PluginWorld, PluginNode } from './plugin-world.ts'
import { expectedAfter, dependantsOf, isRunning, requirementsOf, dependantsOutOfRange } from './plugin-world.ts'
import { pluginRequired, pluginInactive, pluginMissing, refusalOf } from './refusals.ts'

/** A requested change of a plugin. */
export interface PluginChange {
  readonly action: PluginAction
  readonly plugin: string
  readonly cascade: boolean
}

export interface PluginRequest extends PluginChange {
  /** Only returns the plan. */
  readonly dryRun: boolean
}

/** The steps of a change, or the reason for a refusal. */
export type PlannedChange = Pick<PluginPlan, 'steps' | 'refused'>

/**
 * Plans a change, assuming that each step succeeds: required plugins first, or dependants first, and at the end
 * the plugins that waited for it. Changes nothing. The same plugins and change always give the same plan.
 */
export function planChange(world: PluginWorld, change: PluginChange): PlannedChange {
  const planned = planAction(world, change)
  if (planned.refused) return planned
  const after = planned.steps.reduce(expectedAfter, world)
  return { steps: [...planned.steps, ...stepsOfWaiting(after, planned.steps)], refused: null }
}

function planAction(world: PluginWorld, { action, plugin, cascade }: PluginChange): PlannedChange {
  switch (action) {
    case 'activate':
      return planActivation(world, plugin)
    case 'deactivate':
      return planDeactivation(world, plugin, { cascade })
    case 'reload':
    case 'retry':
      return planReload(world, plugin)
  }
}

/** Deactivates a plugin unless a running plugin requires it. With `cascade`, those are deactivated first. */
function planDeactivation(world: PluginWorld, id: string, { cascade }: { cascade: boolean }): PlannedChange {
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

/** Reloads a plugin from its folder. Its dependants are not reloaded, so the new version must meet their requirements. */
function planReload(world: PluginWorld, id: string): PlannedChange {
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

/**
 * The automatic steps after `done`: waiting plugins whose requirements are now met become
 * active, and so on.
 */
export function stepsOfWaiting(world: PluginWorld, done: readonly PluginStep[] = []): PluginStep[] {
  const steps: PluginStep[] = []
  let current = world
  for (;;) {
    const next = firstFree(current)
    if (next === undefined) return steps
    const step = stepOf(next, [...done, ...steps])
    steps.push(step)
    current = expectedAfter(current, step)
  }
}

function firstFree(world: PluginWorld): [string, PluginNode] | undefined {
  return [...world]
    .filter(([, { waits, found }]) => waits && found !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .find(([id, { found }]) => found && findUnmet(world, id, found).length === 0)
}

function stepOf([plugin, { serving, found }]: [string, PluginNode], done: readonly PluginStep[]): PluginStep {
  const required = done.findLast((step) => step.plugin in (found?.requires ?? {})) ?? done.at(-1)
  const because = required === undefined ? {} : { because: required.plugin }
  return { action: serving ? 'reload' : 'activate', plugin, ...because }
}
