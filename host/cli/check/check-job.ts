import type { Diagnostic, PluginDeclarations } from '@atrium/sdk/documents'

/** The task of the child process, which gets it as JSON in its only argument. */
export interface CheckJob {
  /** The plugin's folder, absolute. */
  readonly directory: string
  /** The directories to search for other plugins. */
  readonly pluginDirectories: readonly string[]
  /** The path of `panels.config.json`, absolute. */
  readonly panelsFile: string
  /** As in HostOptions. */
  readonly panelsOptional?: boolean | undefined
  /** An empty directory that only the child uses: the database for the migrations is created there. */
  readonly scratch: string
  /** Time limit in milliseconds, for loading and for each function of the plugin. */
  readonly limit: number
}

/** The result of a check. */
export interface CheckReport {
  /** The plugin's id. Like `version`, absent if its package.json is not valid. */
  readonly plugin?: string
  readonly version?: string
  readonly directory: string
  readonly diagnostics: readonly Diagnostic[]
  /** The declarations of the plugin that grants refer to. Absent if the plugin cannot be loaded. */
  readonly declares?: PluginDeclarations | undefined
}

/** The findings of the child. */
export type Finding = Pick<CheckReport, 'diagnostics' | 'declares'>

/** A message of the child, one line of JSON: a heartbeat; at the end, its findings, or the stack of an error in the checker itself. */
export type CheckMessage = { readonly alive: true } | Finding | { readonly failed: string }

/** The file descriptor for these messages. The plugin may write to standard output and standard error. */
export const REPORT_FD = 3
