import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../errors/index.ts'
import type { Logger } from '../../log/index.ts'
import { PluginLoadError } from '../loading/plugin-load-error.ts'
import { PluginRejected } from './plugin-rejected.ts'

const isExplained = (error: unknown) => error instanceof PluginLoadError || error instanceof PluginRejected

/** The plugin's own files that a failed load has read: what a watcher must follow now. */
export const failureFiles = (error: unknown): readonly string[] => (isExplained(error) ? error.files : [])

/** Why a load failed. */
export function failureDiagnostics(error: unknown): readonly Diagnostic[] {
  if (isExplained(error)) return error.diagnostics
  const message = error instanceof Error ? error.message : String(error)
  return [diagnose('load_failed', { message, fix: 'See the log of the host; saving a file tries again.' })]
}

/** Says in the log what the plugin's status says. `serving` is the generation that goes on, if there is one. */
export function logFailure(
  diagnostics: readonly Diagnostic[],
  { log, ...place }: { plugin: string; serving: number | undefined; log: Logger },
): void {
  for (const { code, message, where, cause, fix } of diagnostics)
    log.error({ ...place, code, where, cause, fix }, message)
}
