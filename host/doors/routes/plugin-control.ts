import type { DiscoveredFolder, PluginAction, PluginPlan, PluginSettings } from '@atrium/sdk/documents'

/** A requested change of a plugin. */
export interface PluginRequest {
  readonly action: PluginAction
  readonly plugin: string
  /** Only reports what would happen. */
  readonly dryRun: boolean
  /** On deactivation, also deactivates the plugins that require this one. */
  readonly cascade: boolean
}

/** Who requested the change, for the record. */
export interface PluginRequester {
  readonly by: string
}

/** Controls plugins for the platform’s operations. Returns undefined for unknown ids. */
export interface PluginControl {
  /**
   * Plans the change and carries it out, unless it is a dry run or refused. A plugin that fails to load is a state, not
   * a rejection.
   */
  change(request: PluginRequest, requester: PluginRequester): Promise<PluginPlan | undefined>
  settings(plugin: string): PluginSettings | undefined
  /** Stores the settings and reloads a running plugin. @throws ApiError 422 `validation_failed` */
  changeSettings(
    plugin: string,
    values: Readonly<Record<string, unknown>>,
    requester: PluginRequester,
  ): Promise<PluginSettings | undefined>
  /** Searches the plugin directories again. */
  discover(): Promise<DiscoveredFolder[]>
}
