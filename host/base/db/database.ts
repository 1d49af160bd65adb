import type { Knex } from 'knex'
import { silentLogger } from '../log/index.ts'
import { CommittedWrites } from './committed-writes.ts'
import type { Connections, DatabaseOptions } from './connections.ts'
import { runTransaction } from './run-transaction.ts'
import { createContextKnex, isReadOnly, type TransactionOptions, TransactionScope } from './transaction-scope.ts'
import { type ConnectionUse, guardTransaction, type UseGate } from './guard-statements.ts'
import { refuseLater, refusingKnex } from './late-refusal.ts'
import { beginLimited, refusalOf, withinLimits } from './transaction-limit.ts'
import type { IdleLimit, InTransaction, TimeLimit } from './transaction-limit.ts'
import { requireAnswer } from './knex-connections.ts'
import type { AfterCommit, Deliver, LockOptions, OpenScope, Scopes, TimedWork } from './transaction-scope.ts'

/** The connections of one host. An asynchronous context carries the transaction or the reader; outside both, `context` uses the writer. */
export class Database {
  readonly dialect: Connections['dialect']
  readonly driver: string
  /** The writer, regardless of the context. Awaited inside a transaction on SQLite it would wait for that transaction: use `context`. */
  readonly knex: Knex
  /** On SQLite, separate read-only connections, so that reads do not wait for a slow change. On PostgreSQL, the same as `knex`. */
  readonly reader: Knex
  /** Uses the connection of the current context. */
  readonly context: Knex
  /** Lets hosts on the same database wake each other. Undefined on SQLite, which serves one host. */
  readonly signals: Connections['signals']
  /** Reports writes as soon as they are committed. */
  readonly writes: CommittedWrites
  /** Milliseconds after which a migration of a plugin may begin no further statement. */
  readonly migrationLimit: number
  readonly #connections: Connections
  readonly #log: NonNullable<DatabaseOptions['log']>
  readonly #scopes: Scopes
  readonly #limit: number
  readonly #idle: IdleLimit | undefined
  #closing: Promise<void> | undefined

  constructor(connections: Connections, options: DatabaseOptions) {
    this.#connections = connections
    this.#log = options.log ?? silentLogger
    this.#scopes = options.scopes
    this.#limit = options.limit
    this.#idle = connections.dialect === 'sqlite' ? { limit: options.idleLimit, writer: connections.writer } : undefined
    this.migrationLimit = options.migrationLimit
    this.dialect = connections.dialect
    this.driver = connections.driver
    this.signals = connections.signals
    this.knex = connections.writer
    this.reader = connections.reader
    this.writes = new CommittedWrites(connections.writer, options.scopes)
    this.context = createContextKnex(() => this.#current(), {
      transact: (fn, options) => this.transaction(fn, options),
      begin: (knex, options) => knex.transaction(options),
    })
  }

  /**
   * Makes a `context` for a plugin. While `use.gate` is closed, each use throws its refusal. Transactions started through it have a time
   * limit, and statements that only the host may send are refused. `use.made` returns where its statements are recorded, and `use.others`
   * whose tables it may not change.
   */
  guardedContext(use: ConnectionUse = {}): Knex {
    return createContextKnex(this.#current.bind(this, use.gate), {
      ...use,
      isGuarded: true,
      transact: (fn, options) =>
        this.transaction((own) => fn(guardTransaction(own, use)), { ...options, isLimited: true }),
      begin: async (knex, options) => guardTransaction(await beginLimited(knex, options, this.#timeLimit), use),
    })
  }

  /**
   * Runs `fn` in a transaction, or in a savepoint if called inside one, and rolls it back if `fn` throws. Rejects with the error of
   * `fn` or of the commit.
   */
  async transaction<Result>(fn: InTransaction<Result>, options: TransactionOptions = {}): Promise<Result> {
    const scope = new TransactionScope(this.#transactionScope, options.work ?? this.#work)
    return this.#refused() ?? this.#run(scope, fn, options)
  }

  /** For reads that need not see what the present transaction has changed: the reader on SQLite, because others may be waiting for its only writer. */
  get aside(): Knex {
    return this.dialect === 'sqlite' ? this.reader : this.context
  }

  /** The open transaction of the calling code, and its work. Undefined outside of one. */
  get presentTransaction(): { readonly work?: TimedWork | undefined } | undefined {
    const scope = this.#scopes.getStore()
    return scope instanceof TransactionScope && !scope.isOver ? scope : undefined
  }

  /** Runs `fn` with the reader as its connection. Inside a transaction it stays in the transaction and sees its changes. */
  reading<Result, Given extends readonly unknown[]>(fn: WithGiven<Result, Given>, ...given: Given): Promise<Result> {
    return this.readingFor(undefined, fn, ...given)
  }

  /** As `reading`, for work whose statements are refused once its time is over. */
  readingFor<Result, Given extends readonly unknown[]>(
    work: TimedWork | undefined,
    fn: WithGiven<Result, Given>,
    ...given: Given
  ): Promise<Result> {
    const scope = this.#scopes.getStore()
    if (scope === undefined) return this.#scopes.run({ on: 'reader', work }, fn, ...given)
    return this.within({ on: isReadOnly(scope) ? scope.on : 'reader', work }, fn, ...given)
  }

  /**
   * Runs `fn` on connections of this kind, without a transaction unless it is inside one. On `readOnly` it cannot change the database, not
   * even in its own transactions. `work` as in `readingFor`.
   */
  within<Result, Given extends readonly unknown[]>(
    scope: OpenScope,
    fn: WithGiven<Result, Given>,
    ...given: Given
  ): Promise<Result> {
    const refused = this.#refused()
    if (refused || this.#transactionScope) return refused ?? fn(...given)
    return this.#scopes.run(scope, fn, ...given)
  }

  /**
   * Runs `fn` outside the current transaction or reading: for timers and streams that outlive the call that starts them.
   * Do not await a change made outside while inside a transaction on SQLite: it would wait for that transaction.
   */
  outside<Result>(fn: () => Result): Result {
    return this.#scopes.run(undefined, fn)
  }

  /** Runs `run` outside, once the outermost transaction is committed: never after a rollback, at once without a transaction. */
  afterCommit(run: AfterCommit): void {
    const refusal = refusalOf(this.#scopes.getStore(), this.#limit)
    if (refusal) throw refusal
    const scope = this.#transactionScope
    if (scope) scope.afterCommit(run)
    else this.#runAfterCommit(run)
  }

  /**
   * Lets `deliver` store values together before the current transaction or savepoint is committed, or at once without one. Many small
   * statements would hold SQLite's only writer for long.
   */
  async gather<Value>(deliver: Deliver<Value>, values: readonly Value[]): Promise<void> {
    await (this.#refused() ?? this.#transactionScope?.gather(deliver, values) ?? deliver(values))
  }

  /**
   * Runs `fn` in a transaction under a lock that is held until the outermost transaction ends. The holder sees everything that the
   * previous holder committed.
   * @param options.look runs first, under the lock; if it finds something, that is the result and `fn` does not run. On SQLite it
   * uses a reader, so it does not wait for the writer. Default: finds nothing
   * @param options.work as in `transaction`, like `isLimited`
   * @throws LockBusy at once if the lock is held
   */
  async tryLock<Result>(
    key: string,
    fn: () => Promise<Result>,
    { look = async () => undefined, ...options }: LockOptions<Result> = {},
  ): Promise<Result> {
    await this.#refused()
    const { locks } = this.#connections
    const joined = this.#transactionScope
    const scope = joined ?? new TransactionScope(undefined, options.work ?? this.#work)
    const lookAndRun = async () => {
      await locks.take(key, scope)
      return (await look()) ?? fn()
    }
    if (joined) return lookAndRun()
    if (!locks.beforeBegin) return this.#run(scope, lookAndRun, options)
    await locks.take(key, scope)
    try {
      return (await this.reading(look)) ?? (await this.#run(scope, fn, options))
    } finally {
      scope.end()
    }
  }

  /** Resolves when the database answers within 5 s. @throws DatabaseError `database_unavailable` */
  async ping(): Promise<void> {
    await requireAnswer(() => this.#connections.ping())
  }

  /** Waits up to 5 s for running work, then closes every connection. Calling it twice is harmless. */
  close(): Promise<void> {
    // On Node 20 every promise of the process carries every storage until it is disabled.
    this.#closing ??= this.#connections.close().finally(() => this.#scopes.disable())
    return this.#closing
  }

  async #run<Result>(
    scope: TransactionScope,
    fn: InTransaction<Result>,
    { work: _work, isLimited = false, ...options }: TransactionOptions,
  ): Promise<Result> {
    const idle = isReadOnly(this.#scopes.getStore()) ? undefined : this.#idle
    const run = withinLimits(scope, fn, { time: isLimited ? this.#timeLimit : undefined, idle })
    const isSeen = this.writes.isFollowed
    const [connections, scopes, limit] = [this.#connections, this.#scopes, this.#limit]
    const value = await runTransaction(scope, run, { ...options, connections, scopes, limit })
    for (const run of scope.committed()) this.#runAfterCommit(run)
    if (!isSeen && scope.outer === undefined) this.writes.tellUnknown()
    return value
  }

  get #transactionScope(): TransactionScope | undefined {
    const scope = this.#scopes.getStore()
    return scope instanceof TransactionScope ? scope : undefined
  }

  /** Rejects if the calling code may no longer use the database. Undefined if it may. */
  #refused(): Promise<never> | undefined {
    const refusal = refusalOf(this.#scopes.getStore(), this.#limit)
    return refusal && refuseLater(refusal)
  }

  #current(gate?: UseGate): Knex {
    if (gate?.isOpen === false) throw gate.refusal()
    const scope = this.#scopes.getStore()
    if (scope === undefined) return this.knex
    if ('on' in scope && !scope.work?.isOver) return this.#connections[scope.on]
    const refusal = refusalOf(scope, this.#limit)
    if (refusal !== undefined) return refusingKnex(this.knex, refusal)
    return this.#transactionScope?.transaction ?? this.knex
  }

  /** The limit of a transaction that starts now. */
  get #timeLimit(): TimeLimit {
    return {
      standard: this.#limit,
      left: this.#work?.left ?? this.#limit,
      idle: this.#idle,
      follow: (transaction) => this.writes.follow(transaction),
      interrupt: (transaction) => this.#connections.interrupt(transaction),
    }
  }

  get #work(): TimedWork | undefined {
    return this.#scopes.getStore()?.work
  }

  #runAfterCommit(run: AfterCommit): void {
    const work = this.outside(async () => run())
    work.catch((err: unknown) => this.#log.error('work scheduled after a commit failed; the commit stands', { err }))
  }
}

type WithGiven<Result, Given extends readonly unknown[]> = (...given: Given) => Promise<Result>
