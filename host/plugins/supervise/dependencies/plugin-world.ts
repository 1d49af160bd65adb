import type { PluginStep } from '@atrium/sdk/documents'
import { satisfies } from 'semver'
import type { PluginState } from '../../../core/registries/index.ts'

/** What a version of a plugin says about itself and others. */
export interface PluginVersion {
  readonly version: string
  /** Version ranges by plugin id. */
  readonly requires: Readonly<Record<string, string>>
}

/** A plugin as plans see it. */
export interface PluginNode {
  readonly desired: 'active' | 'inactive'
  readonly state: PluginState
  /** What its folder holds now; undefined: nothing that can be read. */
  readonly found?: PluginVersion
  /** The folder is not there any more. */
  readonly gone?: boolean
  readonly serving?: PluginVersion
  /** It shall be active, and only other plugins keep it, or its new version, from it. */
  readonly waits: boolean
}

/** Every plugin that the host knows, by id. */
export type PluginWorld = ReadonlyMap<string, PluginNode>

/** What a plugin requires: as it serves, else as its folder says. */
export const requirementsOf = (node: PluginNode | undefined): Readonly<Record<string, string>> =>
  (node?.serving ?? node?.found)?.requires ?? {}

/** Whether a version is in a range; a pre-release counts as what it becomes. */
export const inRange = (version: string, range: string): boolean =>
  satisfies(version, range, { includePrerelease: true })

/** The plugins as they are after a step that succeeded. */
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

/** Serving, or about to: what it requires may not go. */
export const isRunning = ({ serving, state }: PluginNode): boolean => serving !== undefined || state === 'activating'

/** The running plugins that require one, also by way of others, those first that nobody requires. */
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

/** The serving plugins whose range a version of a plugin they require is not in. */
export function dependantsOutOfRange(world: PluginWorld, id: string, version: string): { id: string; range: string }[] {
  return [...world].flatMap(([dependant, { serving }]) => {
    const range = serving?.requires[id]
    return range === undefined || inRange(version, range) ? [] : [{ id: dependant, range }]
  })
}
