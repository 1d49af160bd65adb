import type { DiscoveredFolder, PluginAction, PluginPlan, PluginStatus } from '@atrium/sdk/documents'

export interface ActionOptions {
  /** Also deactivates the plugins that require this one. Default false. */
  readonly cascade?: boolean
  /** Only returns the plan. Default false. */
  readonly dryRun?: boolean
}

/** The result of a reset. */
export interface ResetOutcome {
  readonly plugin: string
  /** Names of tables and views. */
  readonly dropped: readonly string[]
  /** The plugin's status afterwards. Only if a host runs. */
  readonly status?: PluginStatus
}

/** The plugins of a host, whether it runs or not. Every method throws CommandFailed if it fails. */
export interface Plugins {
  /** The URL of the running host. Undefined if none runs. */
  readonly url: string | undefined
  list(): Promise<readonly PluginStatus[]>
  folders(): Promise<readonly DiscoveredFolder[]>
  /** With `dryRun`, a refusal is part of the plan. Without it, a refusal is thrown. */
  act(action: PluginAction, id: string, options?: ActionOptions): Promise<PluginPlan>
  reset(id: string): Promise<ResetOutcome>
}
