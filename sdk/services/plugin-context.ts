import type { Knex } from 'knex'
import type { ApiError } from '../errors/api-error.ts'
import type { Attempt } from '../calls/attempt.ts'
import type { Caller } from '../calls/caller.ts'
import type { AgentNote, OfferedTools } from './agent-work.ts'
import type { Events } from './events.ts'
import type { Files } from './files.ts'
import type { Jobs } from './jobs.ts'
import type { Logger } from './logger.ts'
import type { Notifications } from './notifications.ts'
import type { Secrets } from './secrets.ts'
import type { Undo } from './undo.ts'

/** The options of a call in process. */
export interface InnerCallOptions {
  body?: unknown
  query?: Record<string, string | readonly string[]>
  /**
   * Call as the plugin itself instead of as the current caller. For an open route that has checked a secret of its own, where nobody
   * is signed in. The plugin then decides which part of the answer to pass on.
   */
  on_own_account?: boolean
}

/**
 * The services that the host gives a plugin. The `register_*` functions and `setup` only declare: while they run, `db` throws
 * `db_before_commit`, and so do `call`, `events.emit`, `jobs.add`, `notifications` and `contributions`. Timers, handlers of events and jobs, and
 * contributions start when the plugin is committed and stop when its successor is committed (ARCHITECTURE: Plugins).
 */
export interface PluginContext<Settings = Readonly<Record<string, unknown>>> {
  readonly plugin: PluginInfo
  readonly settings: Settings
  /** Inside a call, `db` is the call's transaction; `db.transaction` nests as a savepoint. Table names begin with the plugin's id. */
  readonly db: Knex
  readonly log: Logger
  readonly secrets: Secrets
  /** For data that is too large for a row: documents, pictures, imports. */
  readonly files: Files
  /**
   * Outbound HTTP. Requests are aborted with the plugin's generation. Addresses that are not public are refused with the ApiError 502
   * `egress_refused`, unless the operator allows them.
   */
  readonly fetch: typeof globalThis.fetch
  /**
   * Calls an operation of any plugin in process, as the current caller and in the current transaction; in a job, an event handler or a
   * timer, as the plugin itself. Returns the value, without fields that the caller may not see.
   * @throws ApiError the operation's error, or the reason why its plugin does not serve
   */
  call(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, options?: InnerCallOptions): Promise<unknown>
  /**
   * Calls an operation once for each body, in one transaction unless the operation has `transaction: false`. Each call succeeds or fails
   * separately; the results keep the order of the bodies. Records of a store with `create_many` are created together, which is much cheaper
   * than single calls.
   * @throws ApiError if none can succeed: no such operation, no permission, a database failure
   */
  call_each(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    bodies: readonly unknown[],
  ): Promise<readonly Attempt<unknown, ApiError>[]>
  /** The tools that agents may use, as MCP offers them. */
  readonly tools: OfferedTools
  /**
   * Names a caller so that `act_for` finds them again later: a person, a token or the host's own. It is not a secret, and can be stored.
   * @throws TypeError for the system, or in a preview: nobody can act for them
   */
  account_of(caller: Caller): string
  /**
   * Runs work as an agent of somebody, with their current rights and without those of the plugin. Requires
   * `"acts_for_people": true` in the `atrium` member of package.json, which operators see. Call it again for each step of long work,
   * because rights are determined at its start. The audit log shows the note beside the person.
   * @throws ApiError 403 `permission_denied` if they no longer exist, were disabled, or their token has ended; 503 `database_busy` or
   * `database_unavailable` if the work failed because of that
   */
  act_for<Value>(account: string, note: AgentNote, work: () => Value | Promise<Value>): Promise<Value>
  readonly events: Events
  readonly jobs: Jobs
  /** Tells people what concerns them, wherever they are in the shell, and until they have read it. */
  readonly notifications: Notifications
  /**
   * Adds a section to what another plugin shows, for example to `clients.record`. The contributor only reads, as the caller who views
   * the record, outside of any transaction. After 2 s its signal is aborted.
   *
   *     contribute('clients.record', ({ client_id }) => section(client_id), { permission: 'booking.bookings.view' })
   *
   * @param options.permission callers without it get no section, and the roles that grant it decide which records the contributor reads.
   * Without it, only the roles that limit a table decide
   */
  contribute<Input>(
    place: string,
    contributor: (input: Input, options: { readonly signal: AbortSignal }) => unknown,
    options?: { readonly permission?: string },
  ): Undo
  /**
   * Asks all plugins that contribute to a place of this plugin, at once. The results are ordered by plugin id. A plugin that fails or is
   * late is listed with its error and does not affect the others.
   */
  contributions<Value = unknown>(place: string, input: unknown): Promise<readonly Contribution<Value>[]>
  /**
   * Repeats from commit until the successor's commit. Skips a turn while the previous run continues. A plugin may have 1,000 such timers
   * at once.
   */
  every(milliseconds: number, run: () => void | Promise<void>): Undo
  /** Runs once, this many milliseconds after commit. */
  after(milliseconds: number, run: () => void | Promise<void>): Undo
  /** Aborted when this generation has drained too long or is disposed of. */
  readonly signal: AbortSignal
  /** Runs after the last request of this generation, in reverse order of registration. */
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

/** What one plugin contributed to a place of another, or the error that prevented it. */
export type Contribution<Value = unknown> =
  | { readonly plugin: string; readonly title: string; readonly value: Value }
  | {
      readonly plugin: string
      readonly title: string
      readonly error: { readonly code: string; readonly detail: string }
    }
