import { DatabaseError } from './database-error.ts'
import { holderOf } from './foreign-tables.ts'
import { writtenTable } from './table-changes.ts'

/** Returns the other owner of a table. Undefined for the plugin's own tables, and for those without an owner. */
export type OtherHolder = (table: string) => string | undefined

/**
 * Finds owners by the names of tables, once for each name: every statement asks.
 * @param plugins knows the ids of all plugins
 */
export function otherHolder(owner: string, plugins: { ids(): readonly string[] }): OtherHolder {
  const known = new Map<string, string | undefined>()
  return (table) => {
    if (!known.has(table)) {
      const holder = holderOf(table, { owner, others: plugins.ids() })
      known.set(table, holder === owner ? undefined : holder)
    }
    return known.get(table)
  }
}

const WRITING = ['insert', 'upsert', 'update', 'del', 'delete', 'truncate', 'increment', 'decrement'] as const

/** Refuses that a statement writes to the table of another owner. It would pass by the rules, the audit and the live lists of that owner. */
export function readOnlyIfForeign<Value>(builder: Value, table: unknown, others: OtherHolder | undefined): Value {
  const holder = typeof table === 'string' ? others?.(table) : undefined
  if (holder === undefined) return builder
  const refuse = () => {
    throw writesForeign(table as string, holder)
  }
  return Object.assign(builder as object, Object.fromEntries(WRITING.map((method) => [method, refuse]))) as Value
}

/** As `readOnlyIfForeign`, for a statement in SQL. */
export function refuseForeignWrite(sql: unknown, others: OtherHolder): void {
  const table = typeof sql === 'string' ? writtenTable(sql) : undefined
  const holder = table === undefined ? undefined : others(table)
  if (table !== undefined && holder !== undefined) throw writesForeign(table, holder)
}

const writesForeign = (table: string, holder: string) =>
  new DatabaseError(
    'statement_refused',
    `A plugin may not write to [${table}], which belongs to ${holder === 'platform' ? 'the platform' : `the plugin [${holder}]`}. Use its routes: \`context.call(…)\`.`,
  )
