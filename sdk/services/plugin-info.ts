/** The plugin as its manifest names it. */
export interface PluginInfo {
  readonly id: string
  readonly title: string
  /** The npm package. */
  readonly name: string
  readonly version: string
  readonly description?: string
}
