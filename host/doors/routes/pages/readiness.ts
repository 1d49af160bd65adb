import type { DatabaseTrouble } from '../../../base/db/index.ts'
import type { PluginStatus, Registries } from '../../../core/registries/index.ts'

/** The reason why the host is not ready. */
export type Trouble = DatabaseTrouble | 'too_many_open_files'

export interface ReadinessOptions {
  readonly registries: Registries
  /** Returns undefined if there is none. */
  readonly findTrouble: () => Promise<Trouble | undefined>
  /** Returns problems that do not stop the host. Anybody may read them. Default: nothing. */
  readonly findWarnings?: () => Promise<readonly string[]>
  /** Whether the host has tried to load every plugin that should be active at the start. Later activations do not count. */
  readonly isStarted: () => boolean
}

/** The body of `/readyz`. */
interface Readiness {
  /** `degraded` only in strict mode. */
  readonly status: 'ready' | 'starting' | 'degraded' | 'unavailable'
  readonly database: 'ok' | 'unavailable'
  /** Only if the status is `degraded` or `unavailable`. */
  readonly reason?: Trouble | 'plugins_not_active'
  /** The remedy for the reason. */
  readonly detail?: string
  /** Problems that do not prevent requests, but need an operator. */
  readonly warnings?: readonly string[]
  readonly plugins: readonly Pick<PluginStatus, 'id' | 'desired' | 'state'>[]
}

/**
 * Reads whether the host is ready: the database can be read and written, and the host has tried to load every desired plugin. Failed and
 * blocked plugins count as tried (ARCHITECTURE: Generations). In strict mode each desired plugin has to be active, which an upgrade of
 * several hosts checks before it continues.
 */
export async function readReadiness(
  options: ReadinessOptions,
  { isStrict }: { isStrict: boolean },
): Promise<Readiness> {
  const { registries, findTrouble, findWarnings, isStarted } = options
  const reason = await findTrouble()
  const plugins = registries.plugins.list().map(({ id, desired, state }) => ({ id, desired, state }))
  if (reason === undefined) {
    const warnings = (await findWarnings?.()) ?? []
    const rest = { database: 'ok', ...(warnings.length > 0 && { warnings }), plugins } as const
    if (!isStarted()) return { status: 'starting', ...rest }
    const idle = isStrict ? plugins.filter(({ desired, state }) => desired === 'active' && state !== 'active') : []
    return idle.length === 0 ? { status: 'ready', ...rest } : { ...degraded(idle), ...rest }
  }
  const database = reason.startsWith('database_') ? 'unavailable' : 'ok'
  return { status: 'unavailable', database, reason, detail: DETAILS[reason], plugins }
}

function degraded(idle: readonly Pick<PluginStatus, 'id' | 'state'>[]) {
  const named = idle.map(({ id, state }) => `[${id}] is ${state}`).join(', ')
  const detail = `Not every plugin that should be active is: ${named}. \`atrium plugins show <id>\` says why.`
  return { status: 'degraded', reason: 'plugins_not_active', detail } as const
}

/** For operators. Anybody may read them, so they contain no paths and no errors of the driver; the log has those. */
const DETAILS: Readonly<Record<Trouble, string>> = {
  database_corrupt: 'The database is damaged. Stop the host, restore a backup and start the host again.',
  database_full: 'The database has no space left. Free some space.',
  database_pool_exhausted: 'All connections to the database are in use. Look for slow requests in the log.',
  database_read_only:
    'The database cannot be written to. Make the data directory writable, or connect the host to the primary server.',
  database_unavailable: 'The database does not answer. The log has the error of the driver.',
  database_writer_blocked:
    'Changes wait for one that does not end. End the process that locks the database, or look for the plugin in the log.',
  too_many_open_files:
    'The host has no free file descriptor. Raise its limit (ulimit -n), or find out what keeps files open.',
}
