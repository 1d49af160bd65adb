import type { Knex } from 'knex'

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
