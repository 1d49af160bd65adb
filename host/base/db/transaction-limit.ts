import type { Knex } from 'knex'
import { withinTime } from '../lifetime/index.ts'
import { DatabaseError } from './database-error.ts'
import { onStatements } from './migration-limits.ts'
import { type OpenScope, TransactionScope } from './transaction-scope.ts'
import { isWaitedFor } from './share-connections.ts'

export type InTransaction<Result> = (transaction: Knex.Transaction) => Promise<Result>

/** The time limit of a transaction, in milliseconds. */
export interface TimeLimit {
  /** The limit of the database. */
  readonly standard: number
  /** The time that is left for this transaction. */
  readonly left: number
  /** Stops its running statements. */
  readonly interrupt: (transaction: Knex.Transaction) => Promise<void>
  readonly idle?: IdleLimit | undefined
  /** Called with a transaction that the caller ends by hand. */
  readonly follow: (transaction: Knex.Transaction) => void
}

/** When a transaction that holds SQLite's only writer is ended because it does not use it. */
export interface IdleLimit {
  /** Milliseconds without a statement while somebody waits for the writer. */
  readonly limit: number
  readonly writer: Knex
}

/**
 * Makes a function that gives up on `fn` when the time of its outermost transaction is over, or when it blocks other writers without using
 * the database. The latter applies only to plugins' work.
 */
export function withinLimits<Result>(
  scope: TransactionScope,
  fn: InTransaction<Result>,
  { time, idle }: { time: TimeLimit | undefined; idle: IdleLimit | undefined },
): InTransaction<Result> {
  if (scope.outer !== undefined) return fn
  const run = time ? limited(scope, fn, time) : fn
  if (idle === undefined || (time === undefined && scope.work === undefined)) return run
  return endedIfIdle(scope, run, { ...idle, made: time && transactionUnused(idle.limit) })
}

/** Makes a function that gives up on `fn` when the time of its transaction is over. */
function limited<Result>(
  scope: TransactionScope,
  fn: InTransaction<Result>,
  { standard, left }: TimeLimit,
): InTransaction<Result> {
  // Created here, because its stack shows the author's line only now.
  const error = timeOver(standard)
  const expired = () => {
    scope.isLate = true
    return error
  }
  return (transaction) => withinTime(left, () => fn(transaction), { expired })
}

/** How often a transaction is checked within its idle limit. A blocked event loop counts as one check, whatever its length. */
const LOOKS = 8

/**
 * Makes a function that gives up on `fn` when its transaction blocks others without using the database.
 * @param made the error, if its stack has to show the author's line
 */
function endedIfIdle<Result>(
  scope: TransactionScope,
  fn: InTransaction<Result>,
  { made, ...limit }: IdleLimit & { made?: DatabaseError | undefined },
): InTransaction<Result> {
  return (transaction) =>
    new Promise((resolve, reject) => {
      const end = () => {
        const error = made ?? transactionUnused(limit.limit)
        scope.isLate = true
        scope.lateError = error
        reject(error)
      }
      const stop = watchIdle(transaction, limit, end)
      fn(transaction).finally(stop).then(resolve, reject)
    })
}

function watchIdle(transaction: Knex.Transaction, { limit, writer }: IdleLimit, end: () => void): () => void {
  const pause = limit / LOOKS
  let [running, idle] = [0, 0]
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    idle = running === 0 && isWaitedFor(writer) ? idle + pause : 0
    if (idle >= limit) end()
    else timer = setTimeout(look, pause).unref()
  }
  onStatements(transaction, (change) => {
    running += change
    idle = 0
    // A transaction holds the writer from its first statement on.
    timer ??= setTimeout(look, pause).unref()
  })
  return () => clearTimeout(timer)
}

/**
 * Begins a transaction that its caller ends by hand. If it is never ended, it is rolled back in time, because it would keep its connection.
 */
export async function beginLimited(
  knex: Knex,
  options: Knex.TransactionConfig | undefined,
  { standard, left, interrupt, idle, follow }: TimeLimit,
): Promise<Knex.Transaction> {
  const error = timeOver(standard)
  const unused = idle?.writer === knex ? transactionUnused(idle.limit) : undefined
  const transaction = await knex.transaction(options)
  follow(transaction)
  if (knex.isTransaction === true) return transaction
  const end = async (reason: DatabaseError) => {
    await interrupt(transaction)
    await transaction.rollback(reason)
  }
  const endFor = (reason: DatabaseError) => void end(reason).catch(() => undefined)
  const timer = setTimeout(() => endFor(error), left).unref()
  const stop = idle && unused && watchIdle(transaction, idle, () => endFor(unused))
  const forget = () => {
    clearTimeout(timer)
    stop?.()
  }
  void transaction.executionPromise.then(forget, forget)
  return transaction
}

/** Why code in this scope may no longer use the database. Undefined if it may. */
export function refusalOf(scope: TransactionScope | OpenScope | undefined, limit: number): Error | undefined {
  if (scope?.work?.isOver === true) return scope.work.refusal()
  if (!(scope instanceof TransactionScope) || !scope.isOver) return undefined
  return scope.isLate ? (scope.outermost.lateError ?? timeOver(limit)) : transactionOver()
}

const timeOver = (limit: number) =>
  new DatabaseError(
    'time_over',
    `A transaction took longer than its time limit (${limit / 1000} s by default) and was rolled back. Its later statements are refused. Make it shorter, and call other systems outside of it.`,
  )

const transactionUnused = (limit: number) =>
  new DatabaseError(
    'transaction_unused',
    `A transaction had SQLite's only writer and did not use it for ${limit / 1000} s while others waited, so it was rolled back. Its later statements are refused. Change the database after everything that waits, such as requests to other systems.`,
  )

export function transactionOver(): DatabaseError {
  return new DatabaseError(
    'transaction_over',
    'This code was started inside a transaction that has ended. Await it inside the transaction, or start it outside if it must outlive the call.',
  )
}
