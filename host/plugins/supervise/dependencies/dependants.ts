import { inRange } from './in-range.ts'
import { type PluginNode, type PluginWorld, requirementsOf } from './plugin-world.ts'

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
