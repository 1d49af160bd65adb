import type { PluginRefusal, PluginStep } from '@atrium/sdk/documents'
import { diagnose } from '../../../base/errors/index.ts'
import { cycleText, findCycleBelow } from './find-unmet.ts'
import { inRange, type PluginWorld, requirementsOf } from './plugin-world.ts'
import type { PlannedChange } from './plan-change.ts'
import { pluginMissing, refusalOf } from './refusals.ts'

/** Activates a plugin after the plugins it requires that are not serving yet. */
export function planActivation(world: PluginWorld, id: string): PlannedChange {
  const node = world.get(id)
  if (node?.serving) return { steps: [], refused: null }
  if (node?.found === undefined) return { steps: [], refused: pluginMissing(id) }
  const required = stepsOfRequirements(world, id)
  if ('code' in required) return { steps: [], refused: required }
  return { steps: [...required, { action: 'activate', plugin: id }], refused: null }
}

/** The plugins to activate, in order, before a plugin can be loaded from its folder; or a refusal. */
export function stepsOfRequirements(world: PluginWorld, id: string): PluginStep[] | PluginRefusal {
  const wanted = (other: string) =>
    (other === id ? world.get(id)?.found?.requires : undefined) ?? requirementsOf(world.get(other))
  const cycle = findCycleBelow(id, wanted)
  if (cycle) return cyclic(cycle)
  const steps: PluginStep[] = []

  function require(dependant: string): PluginRefusal | undefined {
    for (const [required, range] of Object.entries(wanted(dependant))) {
      const refusal = unusable(world, { dependant, required, range })
      if (refusal) return refusal
      if (world.get(required)?.serving || steps.some(({ plugin }) => plugin === required)) continue
      const deeper = require(required)
      if (deeper) return deeper
      steps.push({ action: 'activate', plugin: required, because: dependant })
    }
    return undefined
  }

  return require(id) ?? steps
}

interface Requirement {
  readonly dependant: string
  readonly required: string
  readonly range: string
}

function unusable(world: PluginWorld, { dependant, required, range }: Requirement): PluginRefusal | undefined {
  const node = world.get(required)
  const there = node?.serving ?? node?.found
  if (there === undefined) {
    const message = `The plugin [${dependant}] requires [${required}], which is missing.`
    return refusalOf(diagnose('dependency_missing', { message }), [required])
  }
  if (inRange(there.version, range)) return undefined
  const message = `The plugin [${dependant}] requires [${required}] in the range [${range}], but the version found is [${there.version}].`
  return refusalOf(diagnose('dependency_version', { message }), [required])
}

function cyclic(cycle: readonly string[]): PluginRefusal {
  const message = `The plugins require each other: ${cycleText(cycle)}.`
  return refusalOf(diagnose('dependency_cycle', { message }), cycle.slice(0, -1))
}
