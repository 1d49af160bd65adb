import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../../base/errors/index.ts'
import type { PluginVersion, PluginWorld } from './plugin-world.ts'
import { dependantsOutOfRange, inRange, requirementsOf } from './plugin-world.ts'

/**
 * Finds what keeps a version of a plugin from being committed: unmet requirements, a cycle,
 * or serving plugins that require another version of it. Empty if it may be committed.
 */
export function findUnmet(world: PluginWorld, id: string, { version, requires }: PluginVersion): Diagnostic[] {
  const cycle = findCycleOf(id, (other) => (other === id ? requires : requirementsOf(world.get(other))))
  if (cycle) return [cyclic(cycle)]
  const requirements = Object.entries(requires).flatMap(([required, range]) => unmet(world, required, range))
  return [...requirements, ...unsatisfied(world, id, version)]
}

const cyclic = (cycle: readonly string[]): Diagnostic =>
  diagnose('dependency_cycle', {
    message: `The plugins require each other: ${cycleText(cycle)}.`,
    where: { file: 'package.json', pointer: '/atrium/requires' },
  })

function unmet(world: PluginWorld, required: string, range: string): Diagnostic[] {
  const node = world.get(required)
  const there = node?.serving ?? node?.found
  const where = { file: 'package.json', pointer: `/atrium/requires/${required}` }
  if (there === undefined) {
    const message = `It requires the plugin [${required}], which is missing.`
    return [diagnose('dependency_missing', { message, where })]
  }
  if (!inRange(there.version, range)) {
    const message = `It requires the plugin [${required}] in the range [${range}], but the version found is [${there.version}].`
    return [diagnose('dependency_version', { message, where })]
  }
  if (node?.serving) return []
  const code = node?.state === 'failed' ? 'dependency_failed' : 'dependency_inactive'
  return [diagnose(code, { message: `It requires the plugin [${required}], which is ${node?.state}.`, where })]
}

function unsatisfied(world: PluginWorld, id: string, version: string): Diagnostic[] {
  const dependants = dependantsOutOfRange(world, id, version)
  if (dependants.length === 0) return []
  const named = dependants.map(({ id: dependant, range }) => `[${dependant}] asks for [${range}]`).join(', ')
  const message = `The version [${version}] of [${id}] is outside the range of plugins that require it: ${named}.`
  return [diagnose('dependants_unsatisfied', { message, where: { file: 'package.json', pointer: '/version' } })]
}

/** The requirements of a plugin, by its id. */
type Requirements = (id: string) => Readonly<Record<string, string>>

/** The path by which a plugin requires itself: `[a, b, a]`. Undefined if it does not. */
export function findCycleOf(id: string, requirementsOf: Requirements): readonly string[] | undefined {
  const seen = new Set<string>()

  function wayFrom(current: string): readonly string[] | undefined {
    for (const required of Object.keys(requirementsOf(current))) {
      if (required === id) return [current, id]
      if (seen.has(required)) continue
      seen.add(required)
      const way = wayFrom(required)
      if (way) return [current, ...way]
    }
    return undefined
  }

  return wayFrom(id)
}

/** The first cycle among a plugin and its direct and indirect requirements. */
export function findCycleBelow(id: string, requirementsOf: Requirements): readonly string[] | undefined {
  const below = new Set([id])
  for (const each of below) {
    const cycle = findCycleOf(each, requirementsOf)
    if (cycle) return cycle
    for (const required of Object.keys(requirementsOf(each))) below.add(required)
  }
  return undefined
}

/** `a → b → a` */
export const cycleText = (cycle: readonly string[]): string => cycle.join(' → ')
