import type { PluginAction, PluginPlan } from '@atrium/sdk/documents'
import { expectedAfter } from './expected-after.ts'
import { planActivation } from './plan-activation.ts'
import { planDeactivation } from './plan-deactivation.ts'
import { planReload } from './plan-reload.ts'
import type { PluginWorld } from './plugin-world.ts'
import { stepsOfWaiting } from './steps-of-waiting.ts'

/** What is asked of a plugin. */
export interface PluginChange {
  readonly action: PluginAction
  readonly plugin: string
  readonly cascade: boolean
}

/** What will be done, or why nothing will. */
export type PlannedChange = Pick<PluginPlan, 'steps' | 'refused'>

/**
 * Works out what a change comes to, provided that each step succeeds: what is required first, or what requires it, and at the end
 * those that waited for it. Changes nothing; the same plugins and the same change give the same plan.
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
      return planReload(world, plugin)
  }
}
