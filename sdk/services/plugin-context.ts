import type { Knex } from 'knex'
import type { Events } from './events.ts'
import type { Jobs } from './jobs.ts'
import type { Logger } from './logger.ts'
import type { PluginInfo } from './plugin-info.ts'
import type { Secrets } from './secrets.ts'
import type { Undo } from './undo.ts'

/** What an in-process call may send. */
export interface InnerCallOptions {
  body?: unknown
  query?: Record<string, string | readonly string[]>
}

/**
 * All that the host hands a plugin. The `register_*` functions and `setup` only declare: while they run `db` throws
 * `db_before_commit`, and timers, event and job handlers start when the plugin is committed (design section 4).
 */
export interface PluginContext<Settings = Readonly<Record<string, unknown>>> {
  readonly plugin: PluginInfo
  readonly settings: Settings
  /** Inside a call it *is* the call's transaction; `db.transaction` nests as a savepoint. Tables carry the plugin's id as prefix. */
  readonly db: Knex
  readonly log: Logger
  readonly secrets: Secrets
  /** Outbound HTTP; aborted with the plugin's generation, refused where the egress rule says so. */
  readonly fetch: typeof globalThis.fetch
  /** Calls an operation of any plugin, in process, as the present caller and in the present transaction. */
  call(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, options?: InnerCallOptions): Promise<unknown>
  readonly events: Events
  readonly jobs: Jobs
  /** Adds a section to what another plugin shows, for example to `clients.record`. */
  contribute<Input>(place: string, contributor: (input: Input) => Promise<unknown>): Undo
  /** Repeats from commit until the successor's commit; a run that is not over yet is not started again. */
  every(milliseconds: number, run: () => void | Promise<void>): Undo
  /** Runs once, so long after commit. */
  after(milliseconds: number, run: () => void | Promise<void>): Undo
  /** Aborted when this generation has drained too long or is disposed of. */
  readonly signal: AbortSignal
  /** Runs after the last request of this generation; last in, first out. */
  on_dispose(run: () => void | Promise<void>): Undo
}
