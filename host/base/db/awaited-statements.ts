import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { Knex } from 'knex'

/** A step of a migration has ended before one of its statements. The stack is the statement's. */
export class StatementNotAwaited extends Error {
  /** The statement as its author would recognize it: `db.schema.createTable('fleet_vans')`. */
  readonly statement: string

  constructor({ builder, origin }: Asked) {
    const statement = nameOf(builder)
    super(`[${statement}] is not awaited.`)
    this.statement = statement
    if (origin.stack !== undefined) this.stack = origin.stack
  }
}

/** The properties that Knex's builders expose. */
export interface Builder {
  readonly _sequence?: readonly { readonly method: string; readonly args: readonly unknown[] }[]
  readonly _method?: string
  readonly _single?: { readonly table?: unknown }
  readonly sql?: unknown
  toSQL?: (...parameters: unknown[]) => unknown
  /** For a transaction: whether its end was sent. After `await transaction.commit()` its own promise is not settled yet. */
  isCompleted?: () => boolean
}

/** A statement or a nested transaction. */
interface Asked {
  readonly builder: Builder
  /** Created where the author made it. */
  readonly origin: Error
  /** Whether it was sent, or has become part of another statement. */
  isUsed: boolean
  isRunning: boolean
  run?: PromiseLike<unknown>
}

interface Runner {
  run(): Promise<unknown>
  stream(...parameters: unknown[]): unknown
}

/** The client of one transaction, through which Knex makes, compiles and runs its builders. */
interface Client {
  schemaBuilder(): Builder
  queryBuilder(): Builder
  raw(...parameters: unknown[]): Builder
  transaction(container: Container, ...more: unknown[]): Builder & PromiseLike<unknown>
  schemaCompiler(builder: Builder): unknown
  queryCompiler(builder: Builder, ...more: unknown[]): unknown
  runner(builder: Builder): Runner
  on(event: string, listener: Listener): void
  off(event: string, listener: Listener): void
}

type Container = (transaction: Knex.Transaction) => unknown

type Listener = (result: unknown, sent: { readonly sql: string }, builder: Builder) => void

/** Watches the statements that the author makes in a transaction, from now until `end`, with their lines. */
export class StatementWatch {
  readonly #client: Client
  readonly #asked = new WeakMap<Builder, Asked>()
  /** Unused and running statements. Ended ones are dropped, because a migration may read and write millions of rows. */
  readonly #open = new Set<Asked>()
  /** For each SQL text that was sent, the place where it was first made. */
  readonly #sent = new Map<string, Error>()
  readonly #failed = new Map<unknown, Error>()
  readonly #overrides: Partial<Client>
  readonly #byHand = new Set<Knex.Transaction>()
  #isEnding = false

  constructor(transaction: Knex.Transaction) {
    this.#client = transaction.client as Client
    this.#overrides = this.#makeOverrides()
    Object.assign(this.#client, this.#overrides)
    this.#client.on('query-response', this.#note)
  }

  /**
   * Runs a step of a migration, and refuses it if it ends before its statements. They would run after the migration was recorded and fail
   * unnoticed, or never be sent, because Knex sends a statement only when it is awaited.
   * @throws StatementNotAwaited once the running statements have ended, so that they can be rolled back
   */
  async allAwaited(step: () => unknown): Promise<void> {
    await step()
    const [left] = this.#left()
    // Work that the step has left running may make a statement in this turn.
    await endOfTurn()
    const first = left ?? this.#left()[0]
    if (first === undefined) return
    this.#isEnding = true
    for (const transaction of this.#byHand) endByHand(transaction)
    await Promise.allSettled([...this.#open].map(async ({ run }) => run))
    throw new StatementNotAwaited(first)
  }

  /** Where the author made the statement that failed with this error. */
  originOf(error: unknown): Error | undefined {
    return this.#failed.get(error)
  }

  /** Where the author made the first statement that names this table. */
  originOfUse(table: string): Error | undefined {
    return [...this.#sent].find(([sql]) => sql.includes(table))?.[1]
  }

  end(): void {
    for (const name of Object.keys(this.#overrides)) Reflect.deleteProperty(this.#client, name)
    this.#client.off('query-response', this.#note)
  }

  #makeOverrides(): Partial<Client> {
    const client = this.#client
    const { schemaBuilder, queryBuilder, raw, transaction, schemaCompiler, queryCompiler, runner } = client
    return {
      schemaBuilder: () => this.#ask(schemaBuilder.call(client)).builder,
      queryBuilder: () => this.#ask(queryBuilder.call(client)).builder,
      raw: (...parameters) => this.#askRaw(raw.apply(client, parameters)),
      transaction: (container, ...more) => this.#begin(transaction.call(client, this.#noteByHand(container), ...more)),
      schemaCompiler: (builder) => schemaCompiler.call(client, this.#use(builder).builder),
      queryCompiler: (builder, ...more) => queryCompiler.call(client, this.#use(builder).builder, ...more),
      runner: (builder) => this.#watchRun(this.#find(builder), runner.call(client, builder)),
    }
  }

  #ask(builder: Builder): Asked {
    const asked = { builder, origin: new Error('asked for here'), isUsed: false, isRunning: false }
    this.#asked.set(builder, asked)
    this.#open.add(asked)
    return asked
  }

  /** A Raw has no compiler, so reading its SQL marks it as used. */
  #askRaw(builder: Builder): Builder {
    this.#ask(builder)
    const { toSQL } = builder
    builder.toSQL = (...parameters) => {
      this.#use(builder)
      return toSQL?.apply(builder, parameters)
    }
    return builder
  }

  /** If the container returns no promise, the migration has to end the transaction itself. */
  #noteByHand(container: Container): Container {
    return (transaction) => {
      const result = container(transaction)
      if (typeof (result as PromiseLike<unknown> | undefined)?.then === 'function') return result
      this.#byHand.add(transaction)
      const forget = () => void this.#byHand.delete(transaction)
      void transaction.executionPromise.then(forget, forget)
      if (this.#isEnding) endByHand(transaction)
      return result
    }
  }

  #begin<Begun extends Builder & PromiseLike<unknown>>(begun: Begun): Begun {
    this.#follow(this.#ask(begun), begun)
    return begun
  }

  #find(builder: Builder): Asked {
    return this.#asked.get(builder) ?? this.#ask(builder)
  }

  /** It is sent now, or is part of another statement. */
  #use(builder: Builder): Asked {
    const asked = this.#find(builder)
    asked.isUsed = true
    if (!asked.isRunning) this.#open.delete(asked)
    return asked
  }

  #watchRun(asked: Asked, runner: Runner): Runner {
    const run = runner.run.bind(runner)
    asked.isUsed = true
    runner.run = () => {
      asked.isRunning = true
      const running = run()
      this.#follow(asked, running)
      return running
    }
    return runner
  }

  #follow(asked: Asked, run: PromiseLike<unknown>): void {
    const end = () => {
      asked.isRunning = false
      delete asked.run
      this.#open.delete(asked)
    }
    Object.assign(asked, { run, isUsed: true, isRunning: true })
    this.#open.add(asked)
    run.then(end, (error: unknown) => {
      end()
      this.#failed.set(error, asked.origin)
    })
  }

  /** Running statements, and changes that were never sent, in the order in which they were made. */
  #left(): Asked[] {
    return [...this.#open].filter(
      ({ builder, isUsed, isRunning }) =>
        (isRunning && builder.isCompleted?.() !== true) || (!isUsed && isChange(builder)),
    )
  }

  readonly #note: Listener = (_result, { sql }, builder) => {
    const asked = this.#asked.get(builder)
    if (asked && !this.#sent.has(sql)) this.#sent.set(sql, asked.origin)
  }
}

function endByHand(transaction: Knex.Transaction): void {
  if (!transaction.isCompleted()) void transaction.rollback().catch(() => undefined)
}

const CHANGES = new Set(['insert', 'update', 'del', 'truncate'])
const CHANGE = /^\s*(?:create|alter|drop|insert|update|delete|replace|truncate|comment|grant)\b/i

/** Whether the builder has no effect unless it is sent. A query that reads may be kept for later. */
export const isChange = ({ _sequence, _method = '', sql }: Builder) =>
  (_sequence?.length ?? 0) > 0 || CHANGES.has(_method) || (typeof sql === 'string' && CHANGE.test(sql))

/** The name of a nested transaction. */
export const TRANSACTION = 'db.transaction()'

/** A statement as its author would recognize it. */
export function nameOf({ _sequence, _method, _single, sql }: Builder): string {
  const [first] = _sequence ?? []
  if (first) return `db.schema.${first.method}(${quoted(first.args[0])})`
  if (_method !== undefined) return `db(${quoted(_single?.table)}).${_method}()`
  return sql === undefined ? TRANSACTION : `db.raw(${quoted(sql)})`
}

const LONGEST = 60

const quoted = (value: unknown) => (typeof value === 'string' ? `'${value.trim().slice(0, LONGEST)}'` : '…')
