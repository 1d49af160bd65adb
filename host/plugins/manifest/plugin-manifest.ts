/** What a plugin says about itself in its package.json, with the defaults filled in (ARCHITECTURE: Plugins). */
export interface PluginManifest {
  /** Also the plugin's REST namespace, `/api/v1/<id>`. */
  id: string
  title: string
  version: string
  package_name: string
  description?: string
  /** Absolute, symbolic links resolved: the paths of bundle files and stack frames begin with it. */
  directory: string
  /** Absolute path of the file whose exports are the plugin. */
  entry: string
  /** Plugin ids and the version ranges asked of them. */
  requires: Record<string, string>
  /** JSON Schema of the plugin's settings. */
  settings?: Record<string, unknown>
  /** How long a retired generation may finish its requests before its signal aborts. */
  drain_seconds: number
  /** Range of `@atrium/sdk` versions the plugin was written for; `*` where package.json names none. */
  sdk_range: string
}
