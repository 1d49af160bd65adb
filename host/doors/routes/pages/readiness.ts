import type { PluginStatus, Registries } from '../../../core/registries/index.ts'

export interface ReadinessOptions {
  readonly registries: Registries
  /** Rejects while the database does not answer. */
  readonly pingDatabase: () => Promise<unknown>
  /** Whether each plugin that should be active at the start was tried. One that is activated later makes the host no less ready. */
  readonly isStarted: () => boolean
}

/** What `/readyz` answers. */
export interface Readiness {
  readonly status: 'ready' | 'starting' | 'unavailable'
  readonly database: 'ok' | 'unavailable'
  readonly plugins: readonly Pick<PluginStatus, 'id' | 'desired' | 'state'>[]
}

/** Ready once the database answers and every desired plugin was tried; one that failed or is blocked was tried (design section 6). */
export async function readReadiness({ registries, pingDatabase, isStarted }: ReadinessOptions): Promise<Readiness> {
  const database = await pingDatabase().then(
    () => 'ok' as const,
    () => 'unavailable' as const,
  )
  const plugins = registries.plugins.list().map(({ id, desired, state }) => ({ id, desired, state }))
  return { status: database === 'unavailable' ? database : isStarted() ? 'ready' : 'starting', database, plugins }
}
