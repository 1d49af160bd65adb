import type { SuggestedRole } from '@atrium/sdk/documents'

/** A plugin's description in its package.json, with defaults filled in (ARCHITECTURE: Plugins). */
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
  /** Absolute path of the module whose exports are the plugin's own columns, fields and widgets. The file may be missing. */
  elements?: string
  /** The required version ranges by plugin id. */
  requires: Record<string, string>
  /** JSON Schema of the plugin's settings. */
  settings?: Record<string, unknown>
  /** Roles that an operator can adopt, by their id within the plugin. */
  roles?: Record<string, SuggestedRole>
  /** Events that the plugin emits for others, whether or not any plugin handles them. */
  events?: readonly string[]
  /** Whether its code may act on behalf of people (`context.act_for`). */
  acts_for_people?: boolean
  /** Seconds for a retired generation to finish its requests before its signal aborts. */
  drain_seconds: number
  /** Supported range of `@atrium/sdk` versions; `*` if package.json names none. */
  sdk_range: string
}
