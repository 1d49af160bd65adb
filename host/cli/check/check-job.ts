import type { Diagnostic } from '@atrium/sdk/documents'

/** What the child process is to look at; it comes as JSON in its one argument. */
export interface CheckJob {
  /** The plugin's folder, absolute. */
  readonly directory: string
  /** Where the other plugins are looked for. */
  readonly pluginDirectories: readonly string[]
  /** `panels.config.json`, absolute. */
  readonly panelsFile: string
  /** Empty, and the child's alone: for a database to try the migrations on. */
  readonly scratch: string
  /** Milliseconds that loading, and each function of the plugin, may take. */
  readonly limit: number
}

/** What came of it. */
export interface CheckReport {
  /** Its id and version; absent where its package.json is no plugin's. */
  readonly plugin?: string
  readonly version?: string
  readonly directory: string
  readonly diagnostics: readonly Diagnostic[]
}

/** What the child says, one line of JSON each: that it is still there, and last of all what it found, or what failed of its own. */
export type CheckMessage =
  { readonly alive: true } | { readonly diagnostics: readonly Diagnostic[] } | { readonly failed: string }

/** The file descriptor it says that on: the plugin may write to the others. */
export const REPORT_FD = 3
