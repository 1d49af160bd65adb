import type { AsyncLocalStorage } from 'node:async_hooks'
import type { Knex } from 'knex'
import { TRANSACTION } from './awaited-statements.ts'
import { DatabaseError } from './database-error.ts'
import { type ConnectionUse, GUARDED, noted } from './guard-statements.ts'
import { readOnlyIfPlatforms } from './guard-writes.ts'

/** These would close the shared pool. */
const OF_THE_HOST = new Set<string | symbol>(['destroy', 'initialize'])

/**
 * Makes a Knex that delegates every use to the one that `current` returns, so `db('items')`, `db.raw`, `db.schema` and `db.fn` use the
 * current transaction. `db.transaction(fn)` is the host's own, so that the context inside `fn` is that transaction too. Without a
 * function it is Knex's. The container must return a promise.
 */
export function createContextKnex(current: () => Knex, transactions: Transactions): Knex {
  const callable = (() => undefined) as unknown as Knex
  const { isGuarded, made, others } = transactions
  return new Proxy(callable, {
    apply: (_callable, _this, [table, options]: [string, undefined]) =>
      noted(readOnlyIfPlatforms(current()(table, options), table, others), made),
    get: (_callable, property) => {
      if (OF_THE_HOST.has(property)) return refuse(property)
      const knex = current()
      if (property === 'transaction') return transactionOf(knex, transactions)
      const guard = isGuarded && GUARDED.get(property)
      const value: unknown = guard ? guard(knex, others) : Reflect.get(knex, property)
      if (typeof value !== 'function') return value
      const run = value.bind(knex) as AnyFunction
      const statements = made?.()
      return statements === undefined ? run : (...given: unknown[]) => statements.note(run(...given))
    },
    has: (_callable, property) => property in current(),
    set: () => false,
  })
}

type AnyFunction = (...given: unknown[]) => unknown

type InTransaction = (transaction: Knex.Transaction) => Promise<unknown>

/** How a context opens its transactions. */
interface Transactions extends ConnectionUse {
  readonly transact: (fn: InTransaction, options?: Knex.TransactionConfig) => Promise<unknown>
  /** Begins a transaction on the current connection, which the caller ends by hand. */
  readonly begin: (knex: Knex, options?: Knex.TransactionConfig) => Promise<Knex.Transaction>
  /** Whether statements that only the host may send are refused. */
  readonly isGuarded?: true
}

function transactionOf(knex: Knex, { transact, begin, made }: Transactions): unknown {
  return (container?: InTransaction | Knex.TransactionConfig, options?: Knex.TransactionConfig) =>
    typeof container === 'function' ? watched(transact(container, options), made) : begin(knex, container)
}

/** A transaction that nobody awaits is told like a statement, at the author's line. */
const watched = (work: Promise<unknown>, made: ConnectionUse['made']) => made?.()?.watch(TRANSACTION, work) ?? work

function refuse(property: string | symbol) {
  return () => {
    throw new DatabaseError(
      'not_yours_to_close',
      `Only the host may call [${String(property)}()], because all plugins share the connections. Remove the call.`,
    )
  }
}

/** The settings of one transaction. */
export interface TransactionOptions extends Knex.TransactionConfig {
  /** The work that it belongs to. Default: the work around it. */
  readonly work?: TimedWork | undefined
  /** Ends it when the time of its work, or else the time limit of the database, is over. A savepoint ends with its transaction. */
  readonly isLimited?: boolean
}

/** The settings of `tryLock`. */
export interface LockOptions<Result> extends Pick<TransactionOptions, 'work' | 'isLimited'> {
  readonly look?: () => Promise<Result | undefined>
}

/** Work for `afterCommit`. Its errors are logged; the commit stands. */
export type AfterCommit = () => void | Promise<void>

/** Stores the values that a transaction has collected. */
export type Deliver<Value> = (values: readonly Value[]) => Promise<void>

/** With this many collected values, they are delivered before the end of the transaction. */
const MANY = 500

/** Work that may use the database for a limited time. Created by the code that runs a handler. */
export interface TimedWork {
  readonly isOver: boolean
  /** Makes the error of a statement after its time. */
  refusal(): Error
  /** Milliseconds until its time is over. */
  readonly left: number
  /** When its time is over, by `performance.now()`. Infinity before it begins. */
  readonly endsAt: number
}

/** Work outside of transactions, on the reader, on the writer, or on connections that cannot write. */
export interface OpenScope {
  readonly on: 'reader' | 'writer' | 'readOnly'
  readonly work: TimedWork | undefined
}

/** The database access of the running code: a transaction, the reader or the writer. */
export type Scopes = AsyncLocalStorage<TransactionScope | OpenScope | undefined>

/** One transaction or savepoint, as seen by the code inside it. */
export class TransactionScope {
  readonly outer: TransactionScope | undefined
  readonly work: TimedWork | undefined
  /** Undefined until BEGIN has succeeded. */
  transaction: Knex.Transaction | undefined
  /** True once the function has settled. Work that is still running may no longer use the connection. */
  over = false
  /** True once its own time limit has ended it. */
  #isLate = false
  /** The reason, if it is not simply its time limit. Later statements throw it. */
  lateError: Error | undefined
  #afterCommit: AfterCommit[] = []
  readonly #gathered = new Map<Deliver<never>, unknown[]>()
  readonly #atEnd: (() => void)[] = []

  constructor(outer?: TransactionScope, work = outer?.work) {
    this.outer = outer
    this.work = work
  }

  /** Whether it was ended because its time, or that of the work it belongs to, is over. */
  get isLate(): boolean {
    return this.#isLate || this.work?.isOver === true || this.outer?.isLate === true
  }

  set isLate(value: boolean) {
    this.#isLate = value
  }

  /** Whether this scope, or one around it, is over. */
  get isOver(): boolean {
    return this.over || this.outer?.isOver === true
  }

  get outermost(): TransactionScope {
    return this.outer?.outermost ?? this
  }

  afterCommit(run: AfterCommit): void {
    this.#afterCommit.push(run)
  }

  /** Adds values to those that `deliver` gets together, at the end of this scope or once there are many. */
  async gather<Value>(deliver: Deliver<Value>, values: readonly Value[]): Promise<void> {
    const gathered = (this.#gathered.get(deliver) ?? []) as Value[]
    gathered.push(...values)
    this.#gathered.set(deliver, gathered)
    if (gathered.length >= MANY) await this.deliverGathered()
  }

  /** Runs before this scope is committed. */
  async deliverGathered(): Promise<void> {
    for (const [deliver, values] of this.#gathered) {
      this.#gathered.delete(deliver)
      await deliver(values as never[])
    }
  }

  /** Runs after this scope was committed, rolled back or lost. */
  atEnd(run: () => void): void {
    this.#atEnd.push(run)
  }

  /** Returns the work to run now. A savepoint returns none and passes its work to the transaction around it. */
  committed(): readonly AfterCommit[] {
    const work = this.#afterCommit
    this.#afterCommit = []
    if (!this.outer) return work
    for (const run of work) this.outer.afterCommit(run)
    return []
  }

  end(): void {
    for (const run of this.#atEnd.splice(0)) run()
  }
}

/** Whether work in this scope cannot write, not even in its own transaction. */
export const isReadOnly = (scope: TransactionScope | OpenScope | undefined): scope is OpenScope =>
  scope !== undefined && 'on' in scope && scope.on === 'readOnly'
