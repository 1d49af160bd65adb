import { AsyncLocalStorage } from 'node:async_hooks'
import type { Knex } from 'knex'
import { silentLogger } from '../log/index.ts'
import type { Logger } from '../log/index.ts'
import type { Connections } from './connections.ts'
import { createContextKnex, TransactionScope } from './transaction-scope.ts'
import { DatabaseError } from './database-error.ts'
import type { AfterCommit } from './transaction-scope.ts'

type InTransaction<Result> = (transaction: Knex.Transaction) => Promise<Result>

/**
 * The connections of one host, and which of them is meant just now. An asynchronous context carries the present transaction
 * or the reader; outside both, the writer is meant. Made by `openDatabase`.
 */
export class Database {
  readonly dialect: Connections['dialect']
  readonly driver: string
  /** The writer, whatever the context. Inside a transaction on SQLite it would wait for that very transaction: use `context`. */
  readonly knex: Knex
  /** SQLite: read-only connections of their own, so that no reading waits for a slow change. PostgreSQL: the same as `knex`. */
  readonly reader: Knex
  /** Always the present connection; what plugins get as `context.db`. */
  readonly context: Knex
  /** How this host and others on the same database wake each other; undefined on SQLite, which serves one host. */
  readonly signals: Connections['signals']
  readonly #connections: Connections
  readonly #log: Logger
  readonly #scopes = new AsyncLocalStorage<TransactionScope | 'reading' | undefined>()
  #closing: Promise<void> | undefined

  constructor(connections: Connections, { log = silentLogger }: { log?: Logger } = {}) {
    this.#connections = connections
    this.#log = log
    this.dialect = connections.dialect
    this.driver = connections.driver
    this.signals = connections.signals
    this.knex = connections.writer
    this.reader = connections.reader
    this.context = createContextKnex(() => this.#current(), this.#contextTransaction())
  }

  /**
   * Runs `fn` in a transaction, which is rolled back if it throws; inside another one it is a savepoint. Rejects with what
   * `fn` threw, or with what kept the transaction from being committed.
   */
  async transaction<Result>(fn: InTransaction<Result>, options?: Knex.TransactionConfig): Promise<Result> {
    return this.#run(new TransactionScope(this.#transactionScope()), fn, options)
  }

  /** Runs `fn` with the reader as the present connection; inside a transaction it stays there and sees its own changes. */
  reading<Result>(fn: () => Promise<Result>): Promise<Result> {
    return this.#transactionScope() ? fn() : this.#scopes.run('reading', fn)
  }

  /**
   * Runs `fn` outside the present transaction or reading: for timers and streams that outlive the call that starts them.
   * Awaited inside a transaction on SQLite, a change made outside of it would wait for that very transaction.
   */
  outside<Result>(fn: () => Result): Result {
    return this.#scopes.run(undefined, fn)
  }

  /** Runs `run`, outside, once the outermost transaction is committed and never if it is not; at once where there is none. */
  afterCommit(run: AfterCommit): void {
    const scope = this.#transactionScope()
    if (scope) scope.afterCommit(run)
    else this.#runAfterCommit(run)
  }

  /**
   * Runs `fn` in a transaction under a lock that is held until that transaction has ended; inside another one, until the
   * outermost has. Whoever gets the lock sees what its previous holder committed.
   * @param options.look asked first, under the lock: what it finds is the result, and `fn` is not run. On SQLite a reader answers
   * it while the writer is waited for. Default: finds nothing
   * @throws LockBusy at once, if the lock is held
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
        'The database does not answer. See the log for what its driver said.',
        { cause: error },
      )
    }
  }

  /** Waits for what is running, but 5 s at most, then closes every connection. Twice is harmless. */
  close(): Promise<void> {
    this.#closing ??= this.#connections.close()
    return this.#closing
  }

  /** What is found is not kept waiting for the transaction, which then ends empty, or does not even begin. */
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
      // When the ROLLBACK fails too, as it does on a lost connection, Knex reports that instead of the cause.
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

  #current(): Knex {
    if (this.#scopes.getStore() === 'reading') return this.reader
    return this.#transactionScope()?.transaction ?? this.knex
  }

  #contextTransaction(): Knex['transaction'] {
    const transaction = (container?: unknown, options?: Knex.TransactionConfig) =>
      typeof container === 'function'
        ? this.transaction(container as InTransaction<unknown>, options)
        : this.#current().transaction(container as Knex.TransactionConfig)
    return transaction as Knex['transaction']
  }

  #runAfterCommit(run: AfterCommit): void {
    const work = this.outside(async () => run())
    work.catch((err: unknown) => this.#log.error({ err }, 'work to be done after a commit failed; the commit stands'))
  }
}

const findNothing = () => Promise.resolve(undefined)

function transactionOver(): DatabaseError {
  return new DatabaseError(
    'transaction_over',
    'This code was started inside a transaction that has ended. Await it there, or start what is to outlive the call outside of it.',
  )
}

function explainRollback(error: unknown): unknown {
  const rolledBackByHand = error instanceof Error && error.message.startsWith('Transaction rejected with non-error')
  if (!rolledBackByHand) return error
  return new DatabaseError(
    'transaction_rolled_back',
    'The transaction was rolled back by hand, so nothing of it was kept.',
  )
}
