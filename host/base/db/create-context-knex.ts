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
