import type { Knex } from 'knex'
import type { Connections } from './connections.ts'
import { explainRollback } from './knex-connections.ts'
import type { InTransaction } from './transaction-limit.ts'
import { isReadOnly, type Scopes, type TransactionScope } from './transaction-scope.ts'

interface RunOptions extends Knex.TransactionConfig {
  readonly connections: Connections
  readonly scopes: Scopes
  /** Milliseconds that a statement may take on this database unless `allow` was called. */
  readonly limit: number
}

/**
 * Runs `fn` in a transaction, or in a savepoint of the scope's outer one, stores what was gathered in it, and commits. The scope is over
 * when it returns. Rejects with the error of `fn` or of the commit.
 */
export async function runTransaction<Result>(
  scope: TransactionScope,
  fn: InTransaction<Result>,
  { connections, scopes, limit, ...config }: RunOptions,
): Promise<Result> {
  const end: { value?: Result; thrown?: { error: unknown } } = {}
  const container = async (transaction: Knex.Transaction) => {
    scope.transaction = transaction
    try {
      const left = scope.work?.left ?? 0
      if (left > limit && !scope.outer) await connections.allow?.(transaction, left)
      end.value = await scopes.run(scope, fn, transaction)
      await scopes.run(scope, () => scope.deliverGathered())
      scope.over = true
    } catch (error) {
      end.thrown = { error }
      scope.over = true
      // Knex would wait for a running statement before it rolls back.
      if (scope.isLate && scope.outer === undefined) await connections.interrupt(transaction)
      throw error
    }
  }
  const on = isReadOnly(scopes.getStore()) ? connections.readOnly : connections.writer
  try {
    await (scope.outer?.transaction ?? on).transaction(container, { ...config, doNotRejectOnRollback: false })
  } catch (error) {
    // If the ROLLBACK fails too, as on a lost connection, Knex reports that instead of the cause.
    throw end.thrown ? end.thrown.error : explainRollback(error)
  } finally {
    scope.end()
  }
  return end.value as Result
}
