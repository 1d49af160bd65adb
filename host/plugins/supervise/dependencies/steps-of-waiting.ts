import type { PluginStep } from '@atrium/sdk/documents'
import { expectedAfter } from './expected-after.ts'
import { findUnmet } from './find-unmet.ts'
import type { PluginNode, PluginWorld } from './plugin-world.ts'

/**
 * What the plugins that wait for others do by themselves once `done` has happened: those whose requirements are met now become
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
