import { nearest_name } from '@atrium/sdk'
import type { Diagnostic, DiagnosticPlace } from '@atrium/sdk/documents'
import { packagePlace } from '../../manifest/package-place.ts'
import { diagnose } from '../../../base/errors/index.ts'
import type { PluginVersion, PluginWorld } from './plugin-world.ts'
import { dependantsOutOfRange, inRange, requirementsOf } from './plugin-world.ts'

/**
 * Finds the obstacles to committing a version of a plugin: unmet requirements, a cycle, or serving plugins that require another version of
 * it. Empty if it may be committed.
 */
export function findUnmet(world: PluginWorld, id: string, manifest: PluginVersion): Diagnostic[] {
  const { version, requires } = manifest
  const placeOf = (pointer: string) => packagePlace(manifest, pointer)
  const cycle = findCycleOf(id, (other) => (other === id ? requires : requirementsOf(world.get(other))))
  if (cycle) return [cyclic(cycle, placeOf)]
  const requirements = Object.entries(requires).flatMap(([required, range]) =>
    unmet(world, { required, range, placeOf }),
  )
  return [...requirements, ...unsatisfied(world, { id, version, placeOf })]
}

/** The place of a member in the plugin's package.json. */
type PlaceOf = (pointer: string) => DiagnosticPlace

const cyclic = (cycle: readonly string[], placeOf: PlaceOf): Diagnostic =>
  diagnose('dependency_cycle', {
    message: `The plugins require each other: [${cycleText(cycle)}].`,
    where: placeOf('/atrium/requires'),
  })

interface Requirement {
  readonly required: string
  readonly range: string
  readonly placeOf: PlaceOf
}

function unmet(world: PluginWorld, { required, range, placeOf }: Requirement): Diagnostic[] {
  const node = world.get(required)
  const there = node?.serving ?? node?.found
  const where = placeOf(`/atrium/requires/${required}`)
  if (there === undefined) {
    const message = `It requires the plugin [${required}], which is missing.`
    const meant = nearest_name(required, world.keys())
    const fix = 'Install the plugin, or remove it from `requires`.'
    return [
      diagnose('dependency_missing', { message, where, ...(meant && { fix: `Did you mean [${meant}]? ${fix}` }) }),
    ]
  }
  if (!inRange(there.version, range)) {
    const message = `It requires the plugin [${required}] in the range [${range}], but the version found is [${there.version}].`
    return [diagnose('dependency_version', { message, where })]
  }
  if (node?.serving) return []
  const code = node?.state === 'failed' ? 'dependency_failed' : 'dependency_inactive'
  return [diagnose(code, { message: `It requires the plugin [${required}], which is ${node?.state}.`, where })]
}

interface OwnVersion {
  readonly id: string
  readonly version: string
  readonly placeOf: PlaceOf
}

function unsatisfied(world: PluginWorld, { id, version, placeOf }: OwnVersion): Diagnostic[] {
  const dependants = dependantsOutOfRange(world, id, version)
  if (dependants.length === 0) return []
  const named = dependants.map(({ id: dependant, range }) => `[${dependant}] asks for [${range}]`).join(', ')
  const message = `The version [${version}] of [${id}] is outside the range of plugins that require it: ${named}.`
  return [diagnose('dependants_unsatisfied', { message, where: placeOf('/version') })]
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
