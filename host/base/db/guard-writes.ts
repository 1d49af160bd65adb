import type { Knex } from 'knex'
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

const PLATFORM = 'platform'

const WRITING = ['insert', 'upsert', 'update', 'del', 'delete', 'truncate', 'increment', 'decrement'] as const

/**
 * Refuses that a statement writes to a table of the platform. It would pass by sign-in, roles and the audit. Plugins that belong together may
 * write to each other's tables.
 */
export function readOnlyIfPlatforms<Value>(builder: Value, table: unknown, others: OtherHolder | undefined): Value {
  if (typeof table !== 'string' || others?.(table) !== PLATFORM) return builder
  const refuse = () => {
    throw writesToPlatform(table)
  }
  return Object.assign(builder as object, Object.fromEntries(WRITING.map((method) => [method, refuse]))) as Value
}

/** What a statement changes: its kind, then its name, which may be quoted and have a schema. An index or a trigger names its table, too. */
const CHANGE =
  /^(?:create|alter|drop|truncate)\b(?:\s+(?:or|replace|unique|temp|temporary|virtual|materialized|table|view|index|trigger|concurrently|only|if|not|exists)\b)*\s+["`[]?(?:\w+["`\]]?\.["`[]?)?(\w+)(?:[^]*?\bon\s+["`[]?(\w+))?/i

/** As `readOnlyIfPlatforms`, for a statement in SQL, which may not change the tables of other owners either. */
export function refuseForeign(statement: string, others: OtherHolder): void {
  const names = CHANGE.exec(statement)?.slice(1) ?? []
  for (const name of names) if (name !== undefined) refuseChange(name, others)
  const table = writtenTable(statement)
  if (table !== undefined && others(table) === PLATFORM) throw writesToPlatform(table)
}

/** The methods of Knex's schema builder that change the table or view that is their first argument. */
const CHANGING = [
  ...['createTable', 'createTableIfNotExists', 'createTableLike', 'table', 'alterTable', 'renameTable'],
  ...['dropTable', 'dropTableIfExists', 'createView', 'createViewOrReplace', 'view', 'alterView', 'renameView'],
  ...['dropView', 'dropViewIfExists', 'createMaterializedView', 'refreshMaterializedView', 'dropMaterializedView'],
  ...['dropMaterializedViewIfExists'],
]

/** Refuses that a schema builder changes the table of another owner. */
export function guardSchema(schema: Knex.SchemaBuilder, others: OtherHolder | undefined): Knex.SchemaBuilder {
  if (others === undefined) return schema
  const methods = schema as unknown as Record<string, (...given: unknown[]) => unknown>
  for (const method of CHANGING) {
    const change = methods[method]?.bind(schema)
    methods[method] = (name, ...given) => {
      refuseChange(name, others)
      return change?.(name, ...given)
    }
  }
  return schema
}

function refuseChange(table: unknown, others: OtherHolder): void {
  const holder = typeof table === 'string' ? others(table) : undefined
  if (holder === undefined) return
  throw new DatabaseError(
    'statement_refused',
    `A plugin may not change the table [${String(table)}], which belongs to ${ownerIn(holder)}. Correct its name; the tables of a plugin begin with its id.`,
  )
}

const writesToPlatform = (table: string) =>
  new DatabaseError(
    'statement_refused',
    `A plugin may not write to [${table}], which belongs to ${ownerIn(PLATFORM)}. Use its routes: \`context.call(…)\`.`,
  )

const ownerIn = (holder: string) => (holder === PLATFORM ? 'the platform' : `the plugin [${holder}]`)
