import type { DiscoveredFolder, PluginAction, PluginPlan, PluginStatus } from '@atrium/sdk/documents'

export interface ActionOptions {
  /** Takes along what depends on it. Default false. */
  readonly cascade?: boolean
  /** Only plans. Default false. */
  readonly dryRun?: boolean
}

/** What a reset has removed. */
export interface ResetOutcome {
  readonly plugin: string
  /** Names of tables and views. */
  readonly dropped: readonly string[]
  /** Where it stands afterwards, if a host runs. */
  readonly status?: PluginStatus
}

/** The plugins of a host, running or not. Every method throws CommandFailed where it cannot do what it says. */
export interface Plugins {
  /** The running host's address; undefined where none runs and the database is asked itself. */
  readonly url: string | undefined
  list(): Promise<readonly PluginStatus[]>
  folders(): Promise<readonly DiscoveredFolder[]>
  /** A refusal of what is only planned is in the plan; any other is thrown. */
  act(action: PluginAction, id: string, options?: ActionOptions): Promise<PluginPlan>
  reset(id: string): Promise<ResetOutcome>
}
