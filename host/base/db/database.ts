import { AsyncLocalStorage } from 'node:async_hooks'
import type { Knex } from 'knex'
import { silentLogger } from '../log/index.ts'
import type { HostLogger } from '../log/index.ts'
import type { Connections } from './connections.ts'
import { createContextKnex, TransactionScope } from './transaction-scope.ts'
import { DatabaseError } from './database-error.ts'
import type { AfterCommit } from './transaction-scope.ts'

type InTransaction<Result> = (transaction: Knex.Transaction) => Promise<Result>

/**
 * The connections of one host. An asynchronous context carries the current transaction or the reader; outside both, `context` uses
 * the writer. Made by `openDatabase`.
 */
export class Database {
  readonly dialect: Connections['dialect']
  readonly driver: string
  /** The writer, regardless of the context. Awaited inside a transaction on SQLite it would wait for that transaction: use `context`. */
  readonly knex: Knex
  /** On SQLite, separate read-only connections, so that reads do not wait for a slow change. On PostgreSQL, the same as `knex`. */
  readonly reader: Knex
  /** Uses the connection of the current context. Plugins get it as `context.db`. */
  readonly context: Knex
  /** Lets hosts on the same database wake each other. Undefined on SQLite, which serves one host. */
  readonly signals: Connections['signals']
  readonly #connections: Connections
  readonly #log: HostLogger
  readonly #scopes = new AsyncLocalStorage<TransactionScope | 'reading' | undefined>()
  #closing: Promise<void> | undefined

  constructor(connections: Connections, { log = silentLogger }: { log?: HostLogger } = {}) {
    this.#connections = connections
    this.#log = log
    this.dialect = connections.dialect
    this.driver = connections.driver
    this.signals = connections.signals
    this.knex = connections.writer
    this.reader = connections.reader
    this.context = this.guardedContext(() => undefined)
  }

  /** Makes a `context` that calls `guard` before each use, which may throw. */
  guardedContext(guard: () => void): Knex {
    return createContextKnex(
      () => {
        guard()
        const scope = this.#scopes.getStore()
        if (scope === 'reading') return this.reader
        if (scope?.over) throw transactionOver()
        return scope?.transaction ?? this.knex
      },
      (fn, options) => this.transaction(fn, options),
    )
  }

  /**
   * Runs `fn` in a transaction, or in a savepoint if called inside one, and rolls it back if `fn` throws. Rejects with the error of
   * `fn` or of the commit.
   */
  async transaction<Result>(fn: InTransaction<Result>, options?: Knex.TransactionConfig): Promise<Result> {
    return this.#run(new TransactionScope(this.#transactionScope()), fn, options)
  }

  /** Runs `fn` with the reader as its connection. Inside a transaction it stays in the transaction and sees its changes. */
  reading<Result, Given extends readonly unknown[]>(
    fn: (...given: Given) => Promise<Result>,
    ...given: Given
  ): Promise<Result> {
    const isOutside = this.#scopes.getStore() === undefined
    return isOutside || !this.#transactionScope() ? this.#scopes.run('reading', fn, ...given) : fn(...given)
  }

  /**
   * Runs `fn` outside the current transaction or reading: for timers and streams that outlive the call that starts them.
   * Do not await a change made outside while inside a transaction on SQLite: it would wait for that transaction.
   */
  outside<Result>(fn: () => Result): Result {
    return this.#scopes.run(undefined, fn)
  }

  /** Runs `run` outside, once the outermost transaction is committed. Runs it never after a rollback, and at once without a transaction. */
  afterCommit(run: AfterCommit): void {
    const scope = this.#transactionScope()
    if (scope) scope.afterCommit(run)
    else this.#runAfterCommit(run)
  }

  /**
   * Runs `fn` in a transaction under a lock that is held until the outermost transaction ends. The holder sees everything that the
   * previous holder committed.
   * @param options.look runs first, under the lock; if it finds something, that is the result and `fn` does not run. On SQLite it
   * uses a reader while the transaction waits for the writer. Default: finds nothing
   * @throws LockBusy at once if the lock is held
   */
  async tryLock<Result>(
    key: string,
    fn: () => Promise<Result>,
    { look = findNothing }: { look?: () => Promise<Result | undefined> } = {},
  ): Promise<Result> {
    const { locks } = this.#connections
    const joined = this.#transactionScope()
    const scope = joined ?? new TransactionScope()
    const lookAndRun = async () => {
      await locks.take(key, scope)
      return (await look()) ?? fn()
    }
    if (joined) return lookAndRun()
    if (!locks.beforeBegin) return this.#run(scope, lookAndRun)
    await locks.take(key, scope)
    try {
      return await this.#lookWhileBeginning(scope, fn, { look })
    } finally {
      scope.end()
    }
  }

  /** Resolves when the database answers within 5 s. @throws DatabaseError `database_unavailable` */
  async ping(): Promise<void> {
    try {
      await this.#connections.ping()
    } catch (error) {
      if (error instanceof DatabaseError) throw error
      throw new DatabaseError(
        'database_unavailable',
        'The database does not answer. See the log for the driver’s error.',
        { cause: error },
      )
    }
  }

  /** Waits up to 5 s for running work, then closes every connection. Calling it twice is harmless. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    try {
      await this.#connections.close()
    } finally {
      // On Node 20 every promise of the process carries every storage until it is disabled.
      this.#scopes.disable()
    }
  }

  /** Returns what `look` finds without waiting for the transaction, which then ends without changes or does not even begin. */
  async #lookWhileBeginning<Result>(
    scope: TransactionScope,
    fn: () => Promise<Result>,
    { look }: { look: () => Promise<Result | undefined> },
  ): Promise<Result> {
    const looked = this.reading(look)
    const changed = this.#run(scope, async () => (await looked) ?? fn())
    changed.catch(() => undefined)
    return (await looked) ?? changed
  }

  async #run<Result>(
    scope: TransactionScope,
    fn: InTransaction<Result>,
    options?: Knex.TransactionConfig,
  ): Promise<Result> {
    const end: { value?: Result; thrown?: { error: unknown } } = {}
    const container = async (transaction: Knex.Transaction) => {
      scope.transaction = transaction
      try {
        end.value = await this.#scopes.run(scope, fn, transaction)
      } catch (error) {
        end.thrown = { error }
        throw error
      } finally {
        scope.over = true
      }
    }
    try {
      await this.#around(scope).transaction(container, { ...options, doNotRejectOnRollback: false })
    } catch (error) {
      // If the ROLLBACK fails too, as on a lost connection, Knex reports that instead of the cause.
      throw end.thrown ? end.thrown.error : explainRollback(error)
    } finally {
      scope.end()
    }
    for (const run of scope.committed()) this.#runAfterCommit(run)
    return end.value as Result
  }

  #around(scope: TransactionScope): Knex {
    return scope.outer?.transaction ?? this.knex
  }

  #transactionScope(): TransactionScope | undefined {
    const scope = this.#scopes.getStore()
    if (scope === undefined || scope === 'reading') return undefined
    if (scope.over) throw transactionOver()
    return scope
  }

  #runAfterCommit(run: AfterCommit): void {
    const work = this.outside(async () => run())
    work.catch((err: unknown) => this.#log.error({ err }, 'work scheduled after a commit failed; the commit stands'))
  }
}

const findNothing = () => Promise.resolve(undefined)

function transactionOver(): DatabaseError {
  return new DatabaseError(
    'transaction_over',
    'This code was started inside a transaction that has ended. Await it inside the transaction, or start it outside if it must outlive the call.',
  )
}

function explainRollback(error: unknown): unknown {
  const rolledBackByHand = error instanceof Error && error.message.startsWith('Transaction rejected with non-error')
  if (!rolledBackByHand) return error
  return new DatabaseError(
    'transaction_rolled_back',
    'The transaction was rolled back explicitly. Nothing was changed.',
  )
}
