import { DeclarationError } from '@atrium/sdk/host'
import type { Knex } from 'knex'
import type { CommitGate } from './commit-gate.ts'

/** The database as a plugin sees it: it throws `db_before_commit` until the gate is open, because declarations may not change data. */
export function databaseAfterCommit(db: Knex, gate: CommitGate): Knex {
  const whenCommitted = () => {
    if (gate.isOpen) return db
    throw new DeclarationError('db_before_commit', '[context.db] was used while the plugin is being loaded.', {
      fix: 'Use it inside handlers, or in `after(0, …)`, which runs once the plugin is committed.',
    })
  }
  return new Proxy(db, {
    apply: (_, __, parameters: Parameters<Knex>) => whenCommitted()(...parameters),
    get: (_, member) => Reflect.get(whenCommitted(), member) as unknown,
  })
}
