import type { Knex } from 'knex'
import { DatabaseError } from './database-error.ts'

/** These would close the pool for everybody. */
const OF_THE_HOST = new Set<string | symbol>(['destroy', 'initialize'])

/**
 * A Knex that is, at each use, the one that `current` returns: `db('items')`, `db.raw`, `db.schema` and `db.fn` go to the
 * present transaction without being handed it. `db.transaction(fn)` is the host's own, so that inside `fn` the context is
 * that transaction too; without a function it is Knex's. The container has to return a promise.
 */
export function createContextKnex(current: () => Knex, transaction: Knex['transaction']): Knex {
  const callable = (() => undefined) as unknown as Knex
  return new Proxy(callable, {
    apply: (_callable, _this, [table, options]: [string, undefined]) => current()(table, options),
    get: (_callable, property) => {
      if (property === 'transaction') return transaction
      if (OF_THE_HOST.has(property)) return refuse(property)
      return readFrom(current(), property)
    },
    has: (_callable, property) => property in current(),
    set: () => false,
  })
}

function readFrom(knex: Knex, property: string | symbol): unknown {
  const value: unknown = Reflect.get(knex, property)
  return typeof value === 'function' ? value.bind(knex) : value
}

function refuse(property: string | symbol) {
  return () => {
    throw new DatabaseError(
      'not_yours_to_close',
      `[${String(property)}()] is the host's to call: the connections are shared by all plugins.`,
    )
  }
}

/** Work of `afterCommit`; what it throws is logged, the commit stands. */
export type AfterCommit = () => void | Promise<void>

/** One transaction or savepoint as the code running inside it sees it. */
export class TransactionScope {
  readonly outer: TransactionScope | undefined
  /** Missing until BEGIN has succeeded. */
  transaction: Knex.Transaction | undefined
  /** True once the function has settled: what it left running may no longer use the connection. */
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

  /** Runs when this scope has been committed, rolled back or lost. */
  atEnd(run: () => void): void {
    this.#atEnd.push(run)
  }

  /** What is to run now: nothing for a savepoint, which hands its work to the transaction around it. */
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
