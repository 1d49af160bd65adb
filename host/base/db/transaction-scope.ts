import type { Knex } from 'knex'
import { DatabaseError } from './database-error.ts'

/** These would close the shared pool. */
const OF_THE_HOST = new Set<string | symbol>(['destroy', 'initialize'])

/**
 * Makes a Knex that delegates every use to the one that `current` returns, so `db('items')`, `db.raw`, `db.schema` and `db.fn` use the
 * current transaction. `db.transaction(fn)` is the host's own, so that the context inside `fn` is that transaction too. Without a
 * function it is Knex's. The container must return a promise.
 */
export function createContextKnex(current: () => Knex, transaction: Transact): Knex {
  const callable = (() => undefined) as unknown as Knex
  return new Proxy(callable, {
    apply: (_callable, _this, [table, options]: [string, undefined]) => current()(table, options),
    get: (_callable, property) => {
      if (OF_THE_HOST.has(property)) return refuse(property)
      const knex = current()
      if (property === 'transaction') return transactionOf(knex, transaction)
      const value: unknown = Reflect.get(knex, property)
      return typeof value === 'function' ? (value.bind(knex) as unknown) : value
    },
    has: (_callable, property) => property in current(),
    set: () => false,
  })
}

type InTransaction = (transaction: Knex.Transaction) => Promise<unknown>
type Transact = (fn: InTransaction, options?: Knex.TransactionConfig) => Promise<unknown>

function transactionOf(knex: Knex, transact: Transact): unknown {
  return (container?: InTransaction | Knex.TransactionConfig, options?: Knex.TransactionConfig) =>
    typeof container === 'function' ? transact(container, options) : knex.transaction(container)
}

function refuse(property: string | symbol) {
  return () => {
    throw new DatabaseError(
      'not_yours_to_close',
      `Only the host may call [${String(property)}()], because all plugins share the connections. Remove the call.`,
    )
  }
}

/** Work for `afterCommit`. Its errors are logged; the commit stands. */
export type AfterCommit = () => void | Promise<void>

/** One transaction or savepoint, as seen by the code inside it. */
export class TransactionScope {
  readonly outer: TransactionScope | undefined
  /** Undefined until BEGIN has succeeded. */
  transaction: Knex.Transaction | undefined
  /** True once the function has settled. Work that it left running may no longer use the connection. */
  over = false
  #afterCommit: AfterCommit[] = []
  readonly #atEnd: (() => void)[] = []

  constructor(outer?: TransactionScope) {
    this.outer = outer
  }

  get outermost(): TransactionScope {
    return this.outer?.outermost ?? this
  }

  afterCommit(run: AfterCommit): void {
    this.#afterCommit.push(run)
  }

  /** Runs after this scope was committed, rolled back or lost. */
  atEnd(run: () => void): void {
    this.#atEnd.push(run)
  }

  /** Returns the work to run now. A savepoint returns none and hands its work to the transaction around it. */
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
