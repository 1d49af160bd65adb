import type { PluginStep } from '@atrium/sdk/documents'
import type { PluginNode, PluginWorld } from './plugin-world.ts'

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
