import type { PluginRegistry, PluginStatus } from '../../core/registries/index.ts'
import type { Desired } from './decisions/desired-plugins.ts'
import type { PluginDecisions } from './decisions/plugin-decisions.ts'
import type { PluginNode, PluginWorld } from './dependencies/plugin-world.ts'
import { requirementsOf } from './dependencies/plugin-world.ts'
import type { HostedPlugin } from './hosted-plugin.ts'

/** All plugins that the host knows, for plans and for their published status. */
export class KnownPlugins {
  readonly #plugins = new Map<string, HostedPlugin>()
  readonly #nodes = new Map<string, PluginNode>()
  readonly #requiredBy = new Map<string, Set<string>>()
  readonly #registry: PluginRegistry
  readonly #decisions: PluginDecisions

  constructor(registry: PluginRegistry, decisions: PluginDecisions) {
    this.#registry = registry
    this.#decisions = decisions
  }

  /** The state at each moment. */
  get world(): PluginWorld {
    return this.#nodes
  }

  get(id: string): HostedPlugin | undefined {
    return this.#plugins.get(id)
  }

  ids(): string[] {
    return [...this.#plugins.keys()]
  }

  list(): HostedPlugin[] {
    return [...this.#plugins.values()]
  }

  isAnyWaiting(): boolean {
    return [...this.#nodes.values()].some(({ waits }) => waits)
  }

  add(plugin: HostedPlugin): void {
    this.#plugins.set(plugin.id, plugin)
    this.note(plugin)
  }

  /** Updates the status of a plugin. A plugin that is neither found nor to be active is removed. */
  note(plugin: HostedPlugin): void {
    const { id } = plugin
    if (this.#plugins.get(id) !== plugin) return
    const former = requirementsOf(this.#nodes.get(id))
    if (this.#isForgotten(plugin)) this.#forget(plugin)
    else this.#nodes.set(id, this.#nodeOf(plugin))
    const requires = requirementsOf(this.#nodes.get(id))
    this.#tell(id)
    for (const required of this.#link(id, { former, requires })) this.#tell(required)
  }

  #isForgotten({ id, isGone, state }: HostedPlugin): boolean {
    return isGone && state === 'inactive' && this.#decisions.desiredOf(id) === 'inactive'
  }

  /** Publishes its last status once more, so that views of it refresh. */
  #forget(plugin: HostedPlugin): void {
    this.#registry.set(this.#statusOf(plugin))
    this.#registry.delete(plugin.id)
    this.#plugins.delete(plugin.id)
    this.#nodes.delete(plugin.id)
  }

  /** Updates the dependants. @returns the ids of plugins whose dependants changed */
  #link(id: string, { former, requires }: { former: object; requires: object }): string[] {
    const gone = Object.keys(former).filter((required) => !(required in requires))
    const come = Object.keys(requires).filter((required) => !(required in former))
    for (const required of gone) this.#requiredBy.get(required)?.delete(id)
    for (const required of come) {
      const dependants = this.#requiredBy.get(required) ?? new Set()
      this.#requiredBy.set(required, dependants.add(id))
    }
    return [...gone, ...come]
  }

  #nodeOf({ id, state, found, serving, waits, isStopped, isGone }: HostedPlugin): PluginNode {
    const desired = this.#decisions.desiredOf(id)
    return {
      desired,
      state,
      ...(found && { found }),
      ...(isGone && { gone: true }),
      ...(serving && { serving: serving.manifest }),
      waits: (waits || isStopped) && desired === 'active' && this.#decisions.mayStart(id),
    }
  }

  #tell(id: string): void {
    const plugin = this.#plugins.get(id)
    if (plugin === undefined) return
    const status = this.#statusOf(plugin)
    if (!this.#registry.isSet(status)) this.#registry.set(status)
  }

  #statusOf(plugin: HostedPlugin): PluginStatus {
    const requiredBy = [...(this.#requiredBy.get(plugin.id) ?? [])].sort()
    return pluginStatusOf(plugin, { desired: this.#decisions.desiredOf(plugin.id), requiredBy })
  }
}

/** The published status of a plugin. */
function pluginStatusOf(
  plugin: HostedPlugin,
  { desired, requiredBy }: { desired: Desired; requiredBy: readonly string[] },
): PluginStatus {
  const { id, state, serving, draining, diagnostics } = plugin
  const manifest = serving?.manifest ?? plugin.known
  return {
    id,
    title: manifest?.title ?? id,
    version: manifest?.version ?? '',
    ...(manifest?.description !== undefined && { description: manifest.description }),
    desired,
    state,
    ...(serving && {
      ...{ generation: serving.number, loaded_at: serving.loadedAt.toISOString(), content: serving.content },
    }),
    ...(draining > 0 && { draining }),
    requires: { ...manifest?.requires },
    required_by: [...requiredBy],
    has_settings: manifest?.settings !== undefined,
    diagnostics: [...diagnostics],
  }
}
