import type { Knex } from 'knex'
import KnexTransaction from 'knex/lib/dialects/postgres/execution/pg-transaction.js'
import KnexPostgres from 'knex/lib/dialects/postgres/index.js'
import { begun } from '../begun.ts'
import { DatabaseError } from '../database-error.ts'

/** Knex's dialect with a COMMIT that is believed only if PostgreSQL says so. */
export class PostgresDialect extends KnexPostgres {
  override transaction(container: unknown, config: unknown, outer: unknown): Knex.Transaction {
    return new CheckedTransaction(this, container, config, outer) as unknown as Knex.Transaction
  }
}

/**
 * After a statement has failed and its error was swallowed, PostgreSQL answers COMMIT with ROLLBACK and no error, which Knex
 * takes for success.
 */
class CheckedTransaction extends KnexTransaction {
  override begin(connection: object): Promise<unknown> {
    return begun(super.begin(connection))
  }

  override savepoint(connection: object): Promise<unknown> {
    return begun(super.savepoint(connection))
  }

  override async commit(connection: object, value: unknown): Promise<unknown> {
    const sent = this.query(connection, 'COMMIT;')
    this._completed = true
    const answer = await sent
    if (answer?.response.command === 'ROLLBACK') this._rejecter(swallowedFailure())
    else if (answer) this._resolver(value)
    return answer
  }
}

function swallowedFailure(): DatabaseError {
  return new DatabaseError(
    'transaction_rolled_back',
    'A statement of this transaction failed and its error was caught, so PostgreSQL rolled all of it back. ' +
      'Let such a statement run in a transaction of its own inside this one.',
  )
}
