import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'
import type { PluginState } from '../../core/registries/index.ts'
import type { Generation } from '../generation/generation.ts'
import { PluginRejected } from '../load/plugin-rejected.ts'
import { isOutOfResources, outOfResources } from '../manifest/out-of-resources.ts'

/** The reported state of a plugin that is not being loaded, with the reason. */
export interface Rest {
  readonly state: 'inactive' | 'activating' | 'blocked' | 'missing'
  readonly diagnostics: readonly Diagnostic[]
}

/** Not configured to be active. */
export const INACTIVE: Rest = { state: 'inactive', diagnostics: [] }

/** To be active, but not searched for yet: callers are asked to retry instead of getting a not-found error. */
export const EXPECTED: Rest = { state: 'activating', diagnostics: [] }

/** Other plugins prevent the commit of a generation. It is tried again when they change. */
export class PluginBlocked extends PluginRejected {}

/**
 * The lifecycle state of a plugin. `load` leads from `stopped` to `starting`, and on to `loading` once the plugin may be loaded. A commit
 * leads to `serving` and a failure to `failed`, from any of them except `stopped`. A serving plugin keeps its state while it is reloaded.
 * `stop` leads back to `stopped` from everywhere.
 */
export type Standing =
  | {
      readonly kind: 'stopped'
      readonly rest: Rest
      /** Whether it still has work under way. */
      readonly isLeaving: boolean
    }
  /** To be loaded; its manifest and requirements have not been checked. Reported as before. */
  | { readonly kind: 'starting'; readonly reported: Reported }
  | {
      readonly kind: 'loading'
      /** The load before this one failed only because of other plugins. */
      readonly waits: boolean
    }
  | { readonly kind: 'serving'; readonly generation: Generation }
  | {
      readonly kind: 'failed'
      /** The generation that stays in service, if any. */
      readonly generation: Generation | undefined
      /** Only other plugins prevented the commit of the last load. */
      readonly waits: boolean
      readonly diagnostics: readonly Diagnostic[]
    }

/** The published state of a plugin. */
export interface Reported {
  readonly state: PluginState
  readonly diagnostics: readonly Diagnostic[]
}

export function reportedOf(standing: Standing): Reported {
  switch (standing.kind) {
    case 'stopped': {
      const { rest, isLeaving } = standing
      return isLeaving && rest.state === 'inactive' ? { ...rest, state: 'deactivating' } : rest
    }
    case 'starting':
      return standing.reported
    case 'loading':
      return { state: 'activating', diagnostics: [] }
    case 'serving':
      return { state: 'active', diagnostics: standing.generation.warnings }
    case 'failed': {
      const { generation, waits, diagnostics } = standing
      return { state: waits && generation === undefined ? 'blocked' : 'failed', diagnostics }
    }
  }
}

/** The generation that answers requests, if any. */
export const servingOf = (standing: Standing): Generation | undefined =>
  'generation' in standing ? standing.generation : undefined

/** Whether only other plugins prevented the commit of the last load. */
export const isWaiting = (standing: Standing): boolean => 'waits' in standing && standing.waits

/** The state after a failed load. The former generation stays in service. */
export function failedWith(error: unknown, generation: Generation | undefined): Standing {
  return { kind: 'failed', generation, waits: error instanceof PluginBlocked, diagnostics: diagnosticsOf(error) }
}

function diagnosticsOf(error: unknown): readonly Diagnostic[] {
  if (isOutOfResources(error))
    return [outOfResources('The host was out of resources while it loaded the plugin.', error)]
  if (error instanceof PluginRejected) return error.diagnostics
  const message = error instanceof Error ? error.message : String(error)
  return [
    diagnose('load_failed', { message, fix: 'See the log of the host. The next saved file starts another load.' }),
  ]
}
