import type { Diagnostic } from '@atrium/sdk/documents'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import type { PrepareOptions } from '../generation/prepare-generation.ts'
import type { Rest } from './known-plugins.ts'

/** What a plugin's host lends to it and wants to be told. */
export interface HostedPluginOptions extends Omit<PrepareOptions, 'number' | 'settings'> {
  readonly watch: boolean
  /** Where the plugin stands at first. */
  readonly rest: Rest
  /** Read anew at each load. */
  readonly settingsOf: (id: string) => Record<string, unknown>
  /** What in other plugins keeps a version from being committed. Asked before a load, and again right before its commit. */
  readonly findUnmet: (manifest: PluginManifest) => readonly Diagnostic[]
  /** Told after everything that changes where a plugin stands. */
  readonly onChange: () => void
  /** The folder of a watched plugin is gone. */
  readonly onFolderGone: () => void
}
