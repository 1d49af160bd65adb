import type { Knex } from 'knex'
import type { ApiError } from '../errors/api-error.ts'
import type { Attempt } from '../calls/attempt.ts'
import type { Events } from './events.ts'
import type { Files } from './files.ts'
import type { Jobs } from './jobs.ts'
import type { Logger } from './logger.ts'
import type { Secrets } from './secrets.ts'
import type { Undo } from './undo.ts'

/** What an in-process call may send. */
export interface InnerCallOptions {
  body?: unknown
  query?: Record<string, string | readonly string[]>
  /**
   * As the plugin itself instead of as the present caller: for an open route that has checked a secret of its own, where nobody is
   * signed in. What it answers then is for the plugin to guard.
   */
  on_own_account?: boolean
}

/**
 * All that the host hands a plugin. The `register_*` functions and `setup` only declare: while they run `db` throws
 * `db_before_commit`, and so does what leads to it: `call`, `events.emit`, `jobs.add`, `contributions`. Timers, handlers of events
 * and jobs, and contributions start when the plugin is committed, and stop when its successor is (ARCHITECTURE: Plugins).
 */
export interface PluginContext<Settings = Readonly<Record<string, unknown>>> {
  readonly plugin: PluginInfo
  readonly settings: Settings
  /** Inside a call it *is* the call's transaction; `db.transaction` nests as a savepoint. Tables carry the plugin's id as prefix. */
  readonly db: Knex
  readonly log: Logger
  readonly secrets: Secrets
  /** What is too large for a row: documents, pictures, imports. */
  readonly files: Files
  /** Outbound HTTP; aborted with the plugin's generation, refused where the egress rule says so. */
  readonly fetch: typeof globalThis.fetch
  /**
   * Calls an operation of any plugin, in process, as the present caller and in the present transaction; in a job, an event's handler
   * or a timer as the plugin itself. Answers the value. @throws ApiError what the operation throws, or why its plugin does not serve
   */
  call(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, options?: InnerCallOptions): Promise<unknown>
  /**
   * Calls an operation once for each body, in one transaction unless it wants none: each succeeds or fails by itself, and is
   * answered in its place. Many records of a store that can `create_many` are made together, at a fraction of what as many calls cost.
   * @throws ApiError where none can succeed: nothing is there, the caller may not, the database fails
   */
  call_each(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    bodies: readonly unknown[],
  ): Promise<readonly Attempt<unknown, ApiError>[]>
  readonly events: Events
  readonly jobs: Jobs
  /**
   * Adds a section to what another plugin shows, for example to `clients.record`. The contributor reads, as the caller who looks,
   * outside of any transaction; it has 2 s, then its signal is aborted.
   */
  contribute<Input>(
    place: string,
    contributor: (input: Input, options: { readonly signal: AbortSignal }) => unknown,
  ): Undo
  /**
   * What other plugins contribute to a place of one's own: all are asked at once, and answer in the order of their ids. One that
   * fails or is late is there with its error; it keeps nobody from theirs.
   */
  contributions<Value = unknown>(place: string, input: unknown): Promise<readonly Contribution<Value>[]>
  /** Repeats from commit until the successor's commit; a run that is not over yet is not started again. */
  every(milliseconds: number, run: () => void | Promise<void>): Undo
  /** Runs once, so long after commit. */
  after(milliseconds: number, run: () => void | Promise<void>): Undo
  /** Aborted when this generation has drained too long or is disposed of. */
  readonly signal: AbortSignal
  /** Runs after the last request of this generation; last in, first out. */
  on_dispose(run: () => void | Promise<void>): Undo
}

/** The plugin as its manifest names it. */
export interface PluginInfo {
  readonly id: string
  readonly title: string
  /** The npm package. */
  readonly name: string
  readonly version: string
  readonly description?: string
}

/** What one plugin contributed to a place of another, or why it could not. */
export type Contribution<Value = unknown> =
  | { readonly plugin: string; readonly title: string; readonly value: Value }
  | {
      readonly plugin: string
      readonly title: string
      readonly error: { readonly code: string; readonly detail: string }
    }
