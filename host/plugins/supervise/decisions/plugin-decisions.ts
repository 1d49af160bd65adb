import { isDeepStrictEqual } from 'node:util'
import type { KeyRing } from '../../../base/secrets/index.ts'
import { SecretError } from '../../../base/secrets/index.ts'
import type { Desired, DesiredPlugins, PluginDecision } from './desired-plugins.ts'

export type Settings = Readonly<Record<string, unknown>>

/** The plugins in the configuration. */
export interface PluginsConfig {
  /** Ids of plugins that are activated when first seen. */
  readonly active: readonly string[]
  /** Settings by plugin id. Operators can override each member. */
  readonly settings: Readonly<Record<string, Settings>>
}

export interface PluginDecisionsOptions {
  readonly rows: DesiredPlugins
  /** Seals the stored settings. */
  readonly keys: KeyRing
  /** Returns the configuration in force. */
  readonly config: () => PluginsConfig
  /** Starts only plugins that were activated since the host started. */
  readonly safeMode: boolean
}

/** The plugins to be active and their settings: the stored decisions, or else the configuration. */
export class PluginDecisions {
  readonly #options: PluginDecisionsOptions
  readonly #askedFor = new Set<string>()
  #decisions: ReadonlyMap<string, PluginDecision> = new Map()

  constructor(options: PluginDecisionsOptions) {
    this.#options = options
  }

  /** Reads the rows again, because another host of the database may have changed them. @returns whether they changed */
  async read(): Promise<boolean> {
    const former = this.#decisions
    this.#decisions = await this.#options.rows.read()
    return !isDeepStrictEqual(former, this.#decisions)
  }

  /** Ids of all plugins to be active. */
  expected(): string[] {
    const known = [...this.#options.config().active, ...this.#decisions.keys()]
    return [...new Set(known)].filter((id) => this.desiredOf(id) === 'active')
  }

  /** The last request to load each plugin again on all hosts. */
  reloads(): [id: string, reload: string][] {
    return [...this.#decisions].flatMap(([id, { reload }]) => (reload === undefined ? [] : [[id, reload]]))
  }

  /** Asks the other hosts to reload a plugin. */
  async askReload(id: string, { by }: { by: string }): Promise<string> {
    const reload = await this.#options.rows.askReload(id, { by })
    await this.read()
    return reload
  }

  desiredOf(id: string): Desired {
    return this.#decisions.get(id)?.desired ?? (this.#isActiveAtFirst(id) ? 'active' : 'inactive')
  }

  /** Whether a plugin may be started. In safe mode, only plugins that were explicitly activated. */
  mayStart(id: string): boolean {
    return !this.#options.safeMode || this.#askedFor.has(id)
  }

  /** @throws SecretError if they were sealed with a key that this host does not have */
  settingsOf(id: string): Settings {
    return { ...this.configuredSettingsOf(id), ...this.#openSettingsOf(id) }
  }

  configuredSettingsOf(id: string): Settings {
    return this.#options.config().settings[id] ?? {}
  }

  /** The overrides of the configuration. Empty if this host cannot unseal them, so that they can be entered again. */
  ownSettingsOf(id: string): Settings {
    try {
      return this.#openSettingsOf(id)
    } catch (error) {
      if (error instanceof SecretError) return {}
      throw error
    }
  }

  /** Whether the value of a setting is an override of the configuration. */
  isStored(id: string, setting: string): boolean {
    return Object.hasOwn(this.ownSettingsOf(id), setting)
  }

  #openSettingsOf(id: string): Settings {
    const sealed = this.#decisions.get(id)?.settings
    return sealed === undefined ? {} : (JSON.parse(this.#options.keys.open(sealed, placeOf(id))) as Settings)
  }

  /** Stores the decision for plugins that the configuration activates when first seen. */
  async see(ids: Iterable<string>): Promise<void> {
    const fresh = [...ids].filter((id) => this.#isActiveAtFirst(id) && this.#decisions.get(id)?.desired === undefined)
    if (fresh.length === 0 || this.#options.safeMode) return
    await this.#write(new Map(fresh.map((id) => [id, 'active'])), { by: 'panels.config.json' })
  }

  async decide(decisions: ReadonlyMap<string, Desired>, { by }: { by: string }): Promise<void> {
    for (const [id, desired] of decisions) if (desired === 'active') this.#askedFor.add(id)
    await this.#write(new Map([...decisions].filter(([id, desired]) => this.desiredOf(id) !== desired)), { by })
  }

  async keepSettings(id: string, settings: Settings, { by }: { by: string }): Promise<void> {
    const sealed = this.#options.keys.seal(JSON.stringify(settings), placeOf(id))
    await this.#options.rows.keepSettings(id, sealed, { by })
    await this.read()
  }

  async #write(decisions: ReadonlyMap<string, Desired>, { by }: { by: string }): Promise<void> {
    if (decisions.size === 0) return
    await this.#options.rows.decide(decisions, { by })
    await this.read()
  }

  #isActiveAtFirst(id: string): boolean {
    return this.#options.config().active.includes(id)
  }
}

const placeOf = (plugin: string) => ({ plugin, place: 'platform_plugins.settings' })
