import type { DiscoveredFolder, PluginAction, PluginPlan, PluginSettings } from '@atrium/sdk/documents'

/** Something asked of a plugin. */
export interface PluginRequest {
  readonly action: PluginAction
  readonly plugin: string
  /** Only says what would happen. */
  readonly dryRun: boolean
  /** Deactivating: those that need the plugin go with it. */
  readonly cascade: boolean
}

/** Who asked, for the record. */
export interface PluginRequester {
  readonly by: string
}

/** What the platform's operations need of whoever runs the plugins; ids that nobody knows answer undefined. */
export interface PluginControl {
  /** Works out what has to be done and, unless it is a dry run or refused, does it. What fails to load is a state, not a rejection. */
  change(request: PluginRequest, requester: PluginRequester): Promise<PluginPlan | undefined>
  settings(plugin: string): PluginSettings | undefined
  /** Keeps what is given, and loads the plugin again if it runs. @throws ApiError 422 `validation_failed` */
  changeSettings(
    plugin: string,
    values: Readonly<Record<string, unknown>>,
    requester: PluginRequester,
  ): Promise<PluginSettings | undefined>
  /** Looks through the plugin directories anew. */
  discover(): Promise<DiscoveredFolder[]>
}
