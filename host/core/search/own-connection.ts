import type { Knex } from 'knex'
import type { Database } from '../../base/db/index.ts'

/** One connection of the pool, outside of transactions and without time limits. */
export interface OwnConnection {
  readonly raw: <Result>(sql: string, bindings: readonly string[]) => Promise<Result>
}

interface PooledConnection {
  /** The pool closes a connection with this property. */
  __knex__disposed?: string
}

/** Runs work on a PostgreSQL connection that is closed afterwards, which releases the locks it has taken. */
export async function onOwnConnection<Result>(
  { knex }: Pick<Database, 'knex'>,
  work: (connection: OwnConnection) => Promise<Result>,
): Promise<Result> {
  const client = knex.client as Knex.Client
  const connection = (await client.acquireConnection()) as PooledConnection
  const raw: OwnConnection['raw'] = async (sql, bindings) =>
    (await knex.raw(sql, [...bindings]).connection(connection)) as never
  try {
    await raw('set statement_timeout = 0', [])
    await raw('set lock_timeout = 0', [])
    return await work({ raw })
  } finally {
    await raw('select pg_advisory_unlock_all()', []).catch(() => undefined)
    connection.__knex__disposed = 'it has settings of its own'
    await client.releaseConnection(connection)
  }
}
