import type { PluginStatus } from '../../registries/plugin-registry.ts'
import type { Registries } from '../../registries/registries.ts'

export interface ReadinessOptions {
  readonly registries: Registries
  /** Rejects while the database does not answer. */
  readonly pingDatabase: () => Promise<unknown>
  /** Whether all plugins that should be active have been looked for: before that an empty registry says nothing. */
  readonly isStarted: () => boolean
}

/** What `/readyz` answers. */
export interface Readiness {
  readonly status: 'ready' | 'starting' | 'unavailable'
  readonly database: 'ok' | 'unavailable'
  readonly plugins: readonly Pick<PluginStatus, 'id' | 'desired' | 'state'>[]
}

/** Ready once the database answers and every desired plugin was tried; a failed plugin was tried (design section 6). */
export async function readReadiness({ registries, pingDatabase, isStarted }: ReadinessOptions): Promise<Readiness> {
  const database = await pingDatabase().then(
    () => 'ok' as const,
    () => 'unavailable' as const,
  )
  const plugins = registries.plugins.list().map(({ id, desired, state }) => ({ id, desired, state }))
  const wasTried = isStarted() && !plugins.some(isWaiting)
  return { status: database === 'unavailable' ? database : wasTried ? 'ready' : 'starting', database, plugins }
}

const isWaiting = ({ desired, state }: Pick<PluginStatus, 'desired' | 'state'>) =>
  desired === 'active' && (state === 'inactive' || state === 'activating')
