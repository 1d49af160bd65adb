import type { Knex } from 'knex'
import { withinTime } from '../lifetime/index.ts'
import { DatabaseError } from './database-error.ts'
import type { TransactionScope } from './transaction-scope.ts'

export type InTransaction<Result> = (transaction: Knex.Transaction) => Promise<Result>

/** The time limit of a transaction, in milliseconds. */
export interface TimeLimit {
  /** The limit of the database. */
  readonly standard: number
  /** The time that is left for this transaction. */
  readonly left: number
  /** Stops its statements under way. */
  readonly interrupt: (transaction: Knex.Transaction) => Promise<void>
}

/** Makes a function that gives up on `fn` when the time of its transaction is over. */
export function limited<Result>(
  scope: TransactionScope,
  fn: InTransaction<Result>,
  { standard, left }: TimeLimit,
): InTransaction<Result> {
  // Made here, because its stack shows the author's line only now.
  const error = timeOver(standard)
  const expired = () => {
    scope.isLate = true
    return error
  }
  return (transaction) => withinTime(left, () => fn(transaction), { expired })
}

/** Begins a transaction that its caller ends by hand. Without an end it would keep its connection, so it is rolled back in time. */
export async function beginLimited(
  knex: Knex,
  options: Knex.TransactionConfig | undefined,
  { standard, left, interrupt }: TimeLimit,
): Promise<Knex.Transaction> {
  const error = timeOver(standard)
  const transaction = await knex.transaction(options)
  if (knex.isTransaction === true) return transaction
  const end = async () => {
    await interrupt(transaction)
    await transaction.rollback(error)
  }
  const timer = setTimeout(() => void end().catch(() => undefined), left).unref()
  const forget = () => clearTimeout(timer)
  void transaction.executionPromise.then(forget, forget)
  return transaction
}

export const timeOver = (limit: number) =>
  new DatabaseError(
    'time_over',
    `A transaction took longer than its time limit (${limit / 1000} s by default) and was rolled back. Its later statements are refused. Make it shorter, and call other systems outside of it.`,
  )

export function transactionOver(): DatabaseError {
  return new DatabaseError(
    'transaction_over',
    'This code was started inside a transaction that has ended. Await it inside the transaction, or start it outside if it must outlive the call.',
  )
}
