import type {
  DiscoveredFolder,
  PluginAction,
  PluginDeclarations,
  PluginGrantPlan,
  PluginPlan,
  PluginStatus,
} from '@atrium/sdk/documents'

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

/** Records of a table. */
interface TableRecords {
  readonly table: string
  readonly records: number
}

/** The data that undoing migrations loses, or would lose. */
export interface MigrateOutcome {
  readonly plugin: string
  /** The migration that becomes the last one. */
  readonly to: string
  readonly dry_run: boolean
  /** Names of migrations, the last one first. */
  readonly undone: readonly string[]
  readonly dropped: readonly TableRecords[]
  /** As `table.column`. */
  readonly columns: readonly string[]
  readonly deleted: readonly TableRecords[]
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
  /**
   * The effects of a new version on people's grants: the version in the plugin's folder, or one with the given declarations. Needs a host.
   */
  plan(id: string, declares?: PluginDeclarations): Promise<PluginGrantPlan>
  reset(id: string): Promise<ResetOutcome>
  /** Undoes the migrations after `to`. Needs a host. */
  migrate(id: string, options: { readonly to: string; readonly dryRun: boolean }): Promise<MigrateOutcome>
}
