import type { DesiredPlugins } from './decisions/desired-plugins.ts'
import type { PluginsConfig } from './decisions/plugin-decisions.ts'
import type { HostedPluginOptions } from './hosted-plugin-options.ts'

export interface PluginHostOptions extends Omit<
  HostedPluginOptions,
  'rest' | 'settingsOf' | 'findUnmet' | 'onChange' | 'onFolderGone'
> {
  /** Where plugins are looked for. */
  readonly directories: readonly string[]
  /** What operators decided. */
  readonly desired: DesiredPlugins
  /** What the configuration says, as it is in force. */
  readonly config: () => PluginsConfig
  /** Starts no plugin that nobody asks for. Default false. */
  readonly safeMode?: boolean
}
