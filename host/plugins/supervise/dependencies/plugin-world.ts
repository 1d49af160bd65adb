import type { PluginState } from '../../../core/registries/plugin-registry.ts'

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
