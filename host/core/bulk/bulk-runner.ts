import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ApiError, type Caller, type RecordId, type Static } from '@atrium/sdk'
import { as_caller, type BulkFailure } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'
import { toApiError } from '../../base/errors/index.ts'
import { Slots } from '../../base/lifetime/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { KeyRing } from '../../base/secrets/index.ts'
import type { Auth } from '../auth/index.ts'
import type { JobRow } from '../jobs/index.ts'
import {
  filteredList,
  type Given,
  givenFor,
  type Perform,
  repeatedOperation,
  repeatFor,
  requirePermission,
} from '../operations/index.ts'
import type { Operation, OperationRegistry } from '../registries/index.ts'
import { type BulkRow, type BulkTable, isOver, positionOf } from './bulk-table.ts'
import { openGiven } from './given.ts'

/** Milliseconds for which a portion of records holds the writer. It ends with the record that exceeds them. */
const PORTION = 25
/**
 * Milliseconds after which an action makes way for waiting ones. Short, because a turn that a killed host does not finish counts as one of
 * the tries of its job.
 */
const TURN = 500

export interface RunnerOptions {
  readonly database: Database
  readonly table: BulkTable
  readonly operations: OperationRegistry
  readonly perform: Perform
  readonly auth: Pick<Auth, 'resume'>
  readonly log: HostLogger
  /** Seal what is changed in the records. */
  readonly keys: KeyRing
  /** Adds the job that continues an action. */
  readonly goOn: (action: Pick<BulkRow, 'id' | 'plugin'>) => Promise<void>
}

/** The input of one portion. */
interface Work {
  readonly row: BulkRow
  /** The next records. */
  readonly ids: readonly RecordId[]
  readonly repeated: Operation
  readonly given: Given
  readonly request: Parameters<typeof repeatFor>[1]['request'] & { readonly caller: Caller }
}

type Failure = Static<typeof BulkFailure>

/**
 * Runs bulk actions in portions. Each portion is a transaction that also stores the progress of the action, so that a record is changed
 * only once, even if the host is killed or another host takes over.
 */
export class BulkRunner {
  readonly #options: RunnerOptions
  /** One portion at a time, so that other changes wait for one portion at most. */
  readonly #turn = new Slots(1)

  constructor(options: RunnerOptions) {
    this.#options = options
  }

  /** Runs the job of an action. Another job continues if there is more to do than fits into one turn. */
  async run({ payload, attempt, attempts }: JobRow, signal: AbortSignal): Promise<void> {
    const { table, goOn } = this.#options
    const { id } = JSON.parse(payload) as { id: number }
    const until = performance.now() + TURN
    try {
      for (;;) {
        signal.throwIfAborted()
        const row = await table.find(id)
        if (row === undefined || isOver(row)) return
        if (performance.now() >= until) return await goOn(row)
        await this.#portion(row, signal)
        await nextTurn()
      }
    } catch (error) {
      const isLast = attempt >= attempts && !signal.aborted
      await (isLast ? table.end(id, { state: 'failed', reason: reasonOf(error) }) : table.pause(id))
      throw error
    }
  }

  async #portion(row: BulkRow, signal: AbortSignal): Promise<void> {
    const { table } = this.#options
    const work = await this.#prepare(row, signal).catch((error: unknown) => {
      if (error instanceof ApiError && !isOutage(error)) return error
      throw error
    })
    if (work instanceof ApiError) await table.end(row.id, { state: 'failed', reason: reasonOf(work) })
    else if (work.repeated.transaction) await this.#turn.run(() => this.#together(work))
    else await this.#oneByOne(work)
  }

  /** @throws ApiError if the caller may no longer do this, or the route is gone */
  async #prepare(row: BulkRow, signal: AbortSignal): Promise<Work> {
    const { operations, table, keys } = this.#options
    const caller = await this.#callerOf(row)
    const bulk = operations.get(row.operation)
    if (bulk?.declaration.kind !== 'bulk') throw routeGone(row)
    const repeated = repeatedOperation(operations, bulk)
    for (const each of [bulk, repeated, filteredList(operations, repeated)]) if (each) requirePermission(each, caller)
    const params = JSON.parse(row.params) as Record<string, string>
    const request = { params, caller, origin: row.origin, requestId: row.request_id, signal }
    const given = givenFor({ body: openGiven(row, keys) }, operations, repeated)
    return { row, repeated, given, request, ids: await table.idsFrom(row.id, positionOf(row)) }
  }

  /** The caller who started the action, limited to what it was allowed then and still is. */
  async #callerOf(row: BulkRow): Promise<Caller> {
    const { caller_id: id, caller_kind: kind, caller_name: name, token_id } = row
    const permissions = JSON.parse(row.permissions) as string[]
    const caller = await this.#options.auth.resume({ id, kind, name, permissions, token_id })
    if (caller === undefined) throw callerGone(row)
    return caller
  }

  /** Changes records in one transaction until the time of a portion is used up. */
  async #together({ row: read, ids, ...work }: Work): Promise<void> {
    const { database, table } = this.#options
    const { signal, caller } = work.request
    const portion = async () => {
      const row = await table.lock(read.id)
      // Cancelled in the meantime, or another host was faster.
      if (row === undefined || isOver(row) || positionOf(row) !== positionOf(read)) return
      const until = performance.now() + PORTION
      const failures: Failure[] = []
      let tried = 0
      for (const record of ids) {
        const failure = await this.#repeat(record, work)
        tried += 1
        if (failure) failures.push(failure)
        if (signal.aborted || performance.now() >= until) break
      }
      await table.advance(row, { done: tried - failures.length, failures })
    }
    await as_caller(caller, () => database.transaction(portion), work.request)
  }

  /**
   * Runs an operation that has no transaction. Each record is noted before and after. A record during which the host was killed is not
   * repeated, because its outcome is unknown.
   */
  async #oneByOne({ row, ids, ...work }: Work): Promise<void> {
    const { table } = this.#options
    const until = performance.now() + PORTION
    for (const [index, record] of ids.entries()) {
      const position = positionOf(row) + index
      const isUnknown = row.begun === position
      if (!isUnknown) await table.begin(row.id, position)
      const failure = isUnknown ? outcomeUnknown(record) : await this.#repeat(record, work)
      if (!(await this.#note(row.id, position, failure))) return
      if (work.request.signal.aborted || performance.now() >= until) return
    }
  }

  /** Returns false if the action has ended, or another host continues it. */
  #note(id: number, position: number, failure: Failure | undefined): Promise<boolean> {
    const { database, table } = this.#options
    return database.transaction(async () => {
      const row = await table.lock(id)
      if (row === undefined || isOver(row) || positionOf(row) !== position) return false
      await table.advance(row, failure ? { done: 0, failures: [failure] } : { done: 1, failures: [] })
      return true
    })
  }

  #repeat(record: RecordId, work: Pick<Work, 'repeated' | 'given' | 'request'>): Promise<Failure | undefined> {
    const { perform, log } = this.#options
    return repeatFor(record, { ...work, perform, log, isOutage })
  }
}

const OUTAGES = new Set(['plugin_replaced', 'plugin_unavailable', 'plugin_activating', 'plugin_inactive'])

/** Errors that do not concern a record: the action continues when they are over. */
const isOutage = ({ code }: ApiError) => code.startsWith('database_') || OUTAGES.has(code)

function reasonOf(error: unknown) {
  const { code, message } = toApiError(error)
  return { code, detail: message }
}

function outcomeUnknown(id: RecordId): Failure {
  const detail = `The host was stopped while it changed [${id}]. Whether that took effect is not known, so it was not repeated.`
  return { id, error: reasonOf(new ApiError('outcome_unknown', { detail })) }
}

const callerGone = ({ caller_name, operation }: BulkRow) =>
  new ApiError('permission_denied', {
    detail: `[${caller_name}], who started [${operation}], is disabled, or the token used for it has ended. The records done so far stay done.`,
  })

const routeGone = ({ operation }: BulkRow) =>
  new ApiError('route_not_found', {
    detail: `The route [${operation}] no longer exists. The plugin was changed while this ran; the records done so far stay done.`,
  })
