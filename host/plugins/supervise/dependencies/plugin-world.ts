import type { PluginStep } from '@atrium/sdk/documents'
import { satisfies } from 'semver'
import type { PluginState } from '../../../core/registries/index.ts'

/** A version of a plugin and its requirements. */
export interface PluginVersion {
  readonly version: string
  /** Version ranges by plugin id. */
  readonly requires: Readonly<Record<string, string>>
}

/** A plugin as seen by plans. */
export interface PluginNode {
  readonly desired: 'active' | 'inactive'
  readonly state: PluginState
  /** The version in its folder. Undefined if it cannot be read. */
  readonly found?: PluginVersion
  /** Whether the folder was removed. */
  readonly gone?: boolean
  readonly serving?: PluginVersion
  /** It is to be active, and only other plugins block it or its new version. */
  readonly waits: boolean
}

/** Every plugin that the host knows, by id. */
export type PluginWorld = ReadonlyMap<string, PluginNode>

/** The requirements of a plugin: of its serving version, or else of the one in its folder. */
export const requirementsOf = (node: PluginNode | undefined): Readonly<Record<string, string>> =>
  (node?.serving ?? node?.found)?.requires ?? {}

/** Whether a version is in a range. A pre-release counts as its release. */
export const inRange = (version: string, range: string): boolean =>
  satisfies(version, range, { includePrerelease: true })

/** The plugins after a successful step. */
export function expectedAfter(world: PluginWorld, { action, plugin }: PluginStep): PluginWorld {
  const node = world.get(plugin)
  return node === undefined
    ? world
    : new Map(world).set(plugin, action === 'deactivate' ? resting(node) : running(node))
}

const resting = ({ serving: _, ...node }: PluginNode): PluginNode => ({
  ...node,
  desired: 'inactive',
  state: 'inactive',
  waits: false,
})

const running = (node: PluginNode): PluginNode => ({
  ...node,
  desired: 'active',
  state: 'active',
  waits: false,
  ...(node.found && { serving: node.found }),
})

/** Whether it serves or is about to. Its requirements must stay. */
export const isRunning = ({ serving, state }: PluginNode): boolean => serving !== undefined || state === 'activating'

/** The direct and indirect running dependants of a plugin, outermost first. */
export function dependantsOf(world: PluginWorld, id: string): string[] {
  const order: string[] = []
  const seen = new Set([id])

  function collect(required: string): void {
    for (const [dependant, node] of world) {
      if (seen.has(dependant) || !isRunning(node) || !(required in requirementsOf(node))) continue
      seen.add(dependant)
      collect(dependant)
      order.push(dependant)
    }
  }

  collect(id)
  return order
}

/** The serving plugins whose required range excludes a version. */
export function dependantsOutOfRange(world: PluginWorld, id: string, version: string): { id: string; range: string }[] {
  return [...world].flatMap(([dependant, { serving }]) => {
    const range = serving?.requires[id]
    return range === undefined || inRange(version, range) ? [] : [{ id: dependant, range }]
  })
}
