import type { Knex } from 'knex'
import type { Locks } from '../connections.ts'
import { LockBusy } from '../lock-busy.ts'
import type { TransactionScope } from '../transaction-scope.ts'

/** Locks among all hosts on one database. PostgreSQL lets go of them after the commit is visible to others. */
export class AdvisoryLocks implements Locks {
  readonly beforeBegin = false

  async take(key: string, { transaction }: TransactionScope): Promise<void> {
    const { rows } = await (transaction as Knex.Transaction).raw<{ rows: { held: boolean }[] }>(
      'select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as held',
      [key],
    )
    if (!rows[0]?.held) throw new LockBusy(key)
  }
}
