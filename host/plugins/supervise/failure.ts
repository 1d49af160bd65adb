import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'
import { PluginRejected } from '../load/plugin-rejected.ts'

const isExplained = (error: unknown) => error instanceof PluginRejected || error instanceof PluginRejected

/** The plugin's own files that a failed load has read: what a watcher must follow now. */
export const failureFiles = (error: unknown): readonly string[] => (isExplained(error) ? error.files : [])

/** Why a load failed. */
export function failureDiagnostics(error: unknown): readonly Diagnostic[] {
  if (isExplained(error)) return error.diagnostics
  const message = error instanceof Error ? error.message : String(error)
  return [diagnose('load_failed', { message, fix: 'See the log of the host; saving a file tries again.' })]
}
