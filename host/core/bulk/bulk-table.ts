import type { RecordId, Static } from '@atrium/sdk'
import { insert_rows } from '@atrium/sdk'
import type { BulkAction, BulkFailure } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'
import type { OperationRequest } from '../operations/index.ts'

export const ACTION_TABLE = 'platform_bulk_actions'
const RECORD_TABLE = 'platform_bulk_records'

type Failure = Static<typeof BulkFailure>
type State = Static<typeof BulkAction>['state']

/** A row of `platform_bulk_actions`: the document of a bulk action, and the data needed to continue it. */
export interface BulkRow {
  readonly id: number
  readonly plugin: string
  /** The name of the bulk route: `POST /api/v1/clients/clients/archive`. */
  readonly operation: string
  /** JSON, like `permissions`, `errors` and `reason`. */
  readonly params: string
  readonly caller_id: string
  readonly caller_kind: 'person' | 'token' | 'agent' | 'system'
  readonly caller_name: string
  readonly permissions: string
  /** The API token that the caller used. */
  readonly token_id: string | null
  readonly origin: OperationRequest['origin']
  readonly request_id: string
  readonly state: State
  readonly total: number
  readonly done: number
  readonly failed: number
  /** The position of a record that was started outside a transaction. If the next record has this position, its outcome is unknown. */
  readonly begun: number | null
  readonly errors: string
  readonly reason: string | null
  /** Sealed: what is changed in each record, until the action has ended. Null if the route takes no changes. */
  readonly given: string | null
  readonly created_at: string
  readonly started_at: string | null
  readonly finished_at: string | null
  readonly version: number
}

/** The values of a new action, without derived ones. */
export type NewAction = Pick<
  BulkRow,
  | 'plugin'
  | 'operation'
  | 'params'
  | 'origin'
  | 'request_id'
  | `caller_${'id' | 'kind' | 'name'}`
  | 'permissions'
  | 'token_id'
  | 'given'
>

/** The result of a portion of records. */
export interface Progress {
  readonly done: number
  readonly failures: readonly Failure[]
}

interface RecordRow {
  readonly action_id: number
  readonly part: number
  /** JSON. */
  readonly ids: string
}

/** The number of refused records that are kept with their reasons. */
const MOST_ERRORS = 100
const AGE = 30 * 24 * 60 * 60_000
const OPEN: readonly State[] = ['waiting', 'running']

export const isOver = ({ state }: Pick<BulkRow, 'state'>) => !OPEN.includes(state)

/** The position of the next record: the number tried so far. */
export const positionOf = ({ done, failed }: Pick<BulkRow, 'done' | 'failed'>) => done + failed

/** The rows of bulk actions and of their records. */
export class BulkTable {
  readonly #database: Database
  readonly #part: number
  readonly #ended: (row: BulkRow) => Promise<void>

  /**
   * @param part how many ids are in one row of `platform_bulk_records`
   * @param options.ended is called in the transaction in which an action ends
   */
  constructor(database: Database, part: number, { ended }: { ended: (row: BulkRow) => Promise<void> }) {
    this.#database = database
    this.#part = part
    this.#ended = ended
  }

  /** Adds an action in the present transaction. */
  async add(action: NewAction, ids: readonly RecordId[]): Promise<BulkRow> {
    const created_at = new Date().toISOString()
    const none = { state: 'waiting', done: 0, failed: 0, errors: '[]', version: 1 } as const
    const given = { ...action, ...none, total: ids.length, created_at }
    const [row] = (await this.#actions().insert(given, '*')) as [BulkRow]
    const parts = Array.from({ length: Math.ceil(ids.length / this.#part) }, (_, part) => ({
      action_id: row.id,
      part,
      ids: JSON.stringify(ids.slice(part * this.#part, (part + 1) * this.#part)),
    }))
    await insert_rows(this.#database.context, RECORD_TABLE, parts)
    return row
  }

  find(id: number): Promise<BulkRow | undefined> {
    return this.#database.reader<BulkRow>(ACTION_TABLE).where({ id }).first()
  }

  /** Reads the action in the present transaction. No other host can change it until the transaction ends. */
  async lock(id: number): Promise<BulkRow | undefined> {
    const row = this.#actions().where({ id })
    return (this.#database.dialect === 'postgres' ? row.forUpdate() : row).first()
  }

  /** The records from a position on, at most to the end of their part. */
  async idsFrom(id: number, position: number): Promise<readonly RecordId[]> {
    const part = Math.floor(position / this.#part)
    const parts = this.#database.reader<RecordRow>(RECORD_TABLE).where({ action_id: id, part })
    const [text] = await parts.pluck('ids')
    return text === undefined ? [] : (JSON.parse(text) as RecordId[]).slice(position - part * this.#part)
  }

  /** Stores what has been done since the row was read, and ends the action after its last record. */
  async advance(row: BulkRow, { done, failures }: Progress): Promise<void> {
    const known = JSON.parse(row.errors) as Failure[]
    const errors = [...known, ...failures.slice(0, MOST_ERRORS - known.length)]
    const now = new Date().toISOString()
    const isLast = positionOf(row) + done + failures.length >= row.total
    await this.#change(row.id, {
      state: isLast ? 'done' : 'running',
      done: row.done + done,
      failed: row.failed + failures.length,
      ...(errors.length > known.length && { errors: JSON.stringify(errors) }),
      ...(row.started_at === null && { started_at: now }),
      ...(isLast && { finished_at: now, given: null }),
    })
    if (isLast) await this.#end(row.id)
  }

  /** Stores that the record at a position is started outside a transaction. */
  async begin(id: number, position: number): Promise<void> {
    await this.#change(id, { begun: position })
  }

  /** Ends an action before its last record, unless it has ended. Returns whether it did. */
  async end(
    id: number,
    { state, reason }: { state: 'cancelled' | 'failed'; reason?: { code: string; detail: string } },
  ): Promise<boolean> {
    const changed = await this.#change(id, {
      state,
      given: null,
      finished_at: new Date().toISOString(),
      ...(reason && { reason: JSON.stringify(reason) }),
    })
    if (changed > 0) await this.#end(id)
    return changed > 0
  }

  /** Marks an action as paused. Without an id: all of them, because the host has just started. */
  async pause(id?: number): Promise<void> {
    const running = this.#actions().where({ state: 'running' })
    await (id === undefined ? running : running.where({ id })).update({ state: 'waiting' })
  }

  /** The ids of all actions that have not ended. */
  open(): Promise<number[]> {
    return this.#database.reader<BulkRow>(ACTION_TABLE).whereIn('state', OPEN).pluck('id')
  }

  /** Deletes actions that ended 30 days ago. */
  async sweep(): Promise<void> {
    const before = new Date(Date.now() - AGE).toISOString()
    await this.#actions().where('finished_at', '<', before).delete()
  }

  async #change(id: number, change: Partial<BulkRow>): Promise<number> {
    const version = this.#database.context.raw('version + 1') as unknown as number
    return this.#actions()
      .where({ id })
      .whereIn('state', OPEN)
      .update({ ...change, version })
  }

  async #end(id: number): Promise<void> {
    await this.#database.context(RECORD_TABLE).where({ action_id: id }).delete()
    const row = await this.#actions().where({ id }).first()
    if (row) await this.#ended(row)
  }

  #actions() {
    return this.#database.context<BulkRow>(ACTION_TABLE)
  }
}
