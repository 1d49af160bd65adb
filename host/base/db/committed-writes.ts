import type { Undo } from '@atrium/sdk'
import type { Knex } from 'knex'
import { writtenTable } from './table-changes.ts'
import { type Scopes, TransactionScope } from './transaction-scope.ts'

/** The writes to one table. */
export interface TableWrite {
  /** The rows that were inserted or updated; undefined if they are unknown or too many. */
  readonly ids: ReadonlySet<string> | undefined
  /** Whether rows were deleted, perhaps with rows of other tables that refer to them. */
  readonly hasDeletions: boolean
}

/** The writes of a commit. */
export interface Writes {
  readonly tables: ReadonlyMap<string, TableWrite>
  /** The owners whose operations have changed something, perhaps outside the database. */
  readonly owners: ReadonlySet<string>
}

interface Notes extends Writes {
  readonly tables: Map<string, TableWrite>
  readonly owners: Set<string>
}

type Listener = (writes: Writes | undefined) => void

/** With more rows, their ids are not recorded. */
const MOST_IDS = 100

/** Tables that the platform itself writes to all the time. */
const OF_THE_PLATFORM = 'platform_'

/**
 * Reports which tables any statements wrote to, once their transaction is committed. Statements are inspected only while somebody listens.
 */
export class CommittedWrites {
  readonly #scopes: Scopes
  readonly #client: Knex.Client
  readonly #listeners = new Set<Listener>()
  /** By outermost transaction. The notes of a savepoint that is rolled back remain, which is harmless. */
  readonly #notes = new WeakMap<TransactionScope, Notes>()

  constructor(writer: Knex, scopes: Scopes) {
    this.#scopes = scopes
    this.#client = writer.client as Knex.Client
  }

  /** Whether somebody listens. */
  get isFollowed(): boolean {
    return this.#listeners.size > 0
  }

  /**
   * Calls back after each commit that has written something, synchronously; with undefined if anything may have been written, because
   * the transaction began while nobody listened.
   */
  onCommit(listener: (writes: Writes | undefined) => void): Undo {
    const own: Listener = (writes) => listener(writes)
    if (!this.isFollowed) this.#client.on('query-response', this.#onResponse)
    this.#listeners.add(own)
    return () => {
      this.#listeners.delete(own)
      if (!this.isFollowed) this.#client.removeListener('query-response', this.#onResponse)
    }
  }

  /** Records that an operation of an owner has changed something in the current transaction. */
  noteOwner(owner: string): void {
    if (this.isFollowed) this.#note(({ owners }) => owners.add(owner))
  }

  /** Follows a transaction that is ended by hand. */
  follow(transaction: Knex.Transaction): void {
    if (this.#scope !== undefined) return
    const notes = this.isFollowed ? newNotes() : undefined
    const end = { isUndone: false }
    transaction.on('query', ({ sql }: Sent) => {
      if (sql === 'ROLLBACK') end.isUndone = true
    })
    transaction.on('query-response', (response: unknown, sent: Sent) => {
      if (notes !== undefined && !READS.has(sent.method)) noteStatement(notes, sent, response)
    })
    const tell = () => {
      if (end.isUndone) return
      if (notes === undefined) this.tellUnknown()
      else this.#tell(notes)
    }
    void transaction.executionPromise.then(tell, () => undefined)
  }

  /** Reports the commit of a transaction whose statements were not followed from its start. */
  tellUnknown(): void {
    for (const listener of this.#listeners) listener(undefined)
  }

  readonly #onResponse = (response: unknown, sent: Sent, builder: Builder): void => {
    if (READS.has(sent.method)) return
    // A transaction that is ended by hand is followed separately.
    if (this.#scope === undefined && builder.client?.transacting === true) return
    this.#note((notes) => noteStatement(notes, sent, response))
  }

  get #scope(): TransactionScope | undefined {
    const scope = this.#scopes.getStore()
    return scope instanceof TransactionScope ? scope.outermost : undefined
  }

  #note(add: (notes: Notes) => void): void {
    const scope = this.#scope
    const known = scope && this.#notes.get(scope)
    const notes = known ?? newNotes()
    add(notes)
    if (scope === undefined) return this.#tell(notes)
    if (known !== undefined || isEmpty(notes)) return
    this.#notes.set(scope, notes)
    scope.afterCommit(() => this.#tell(notes))
  }

  #tell(notes: Notes): void {
    if (isEmpty(notes)) return
    for (const listener of this.#listeners) listener(notes)
  }
}

/** A statement as Knex reports it. */
interface Sent {
  readonly sql: string
  readonly method?: string
}

interface Builder {
  readonly client?: { readonly transacting?: boolean }
}

const READS: ReadonlySet<string | undefined> = new Set(['select', 'first', 'pluck', 'columnInfo'])

const newNotes = (): Notes => ({ tables: new Map(), owners: new Set() })

const isEmpty = ({ tables, owners }: Writes) => tables.size === 0 && owners.size === 0

function noteStatement(notes: Notes, { sql, method }: Sent, response: unknown): void {
  const table = writtenTable(sql)
  if (table === undefined || table.startsWith(OF_THE_PLATFORM)) return
  // Only inserts and updates with RETURNING report which rows they have written.
  const ids = method === 'insert' || method === 'update' ? idsIn(response) : undefined
  addWrite(notes.tables, table, { ids, hasDeletions: ids === undefined && DELETES.test(sql) })
}

const DELETES = /\b(?:delete|replace)\b/i

/** Adds a write to those of the same table. */
export function addWrite(tables: Map<string, TableWrite>, table: string, write: TableWrite): void {
  const former = tables.get(table)
  if (former === undefined) return void tables.set(table, write)
  const isKnown = former.ids !== undefined && write.ids !== undefined
  const ids = isKnown ? new Set([...(former.ids ?? []), ...(write.ids ?? [])]) : undefined
  const kept = ids !== undefined && ids.size > MOST_IDS ? undefined : ids
  tables.set(table, { ids: kept, hasDeletions: former.hasDeletions || write.hasDeletions })
}

function idsIn(response: unknown): ReadonlySet<string> | undefined {
  if (!Array.isArray(response) || response.length > MOST_IDS) return undefined
  const ids = response.map((row: { readonly id?: unknown } | null) => (typeof row === 'object' ? row?.id : undefined))
  return ids.includes(undefined) ? undefined : new Set(ids.map(String))
}
