import type { Knex } from 'knex'
import type { Database } from './database.ts'
import { MigrationLedger } from './migration-ledger.ts'
import { tablePrefix } from './table-prefix.ts'

interface Relation {
  readonly name: string
  readonly kind: 'table' | 'view'
}

/**
 * Drops the tables and views of one owner, its ledger of migrations included, in one transaction: they can be made anew then. A prefix
 * does not say whose a table is, for `booking_` begins `booking_desk_items` too: what begins with the longer prefix of another owner is
 * left alone, be it one of `others` or one that has a ledger. Returns the names of what it dropped, sorted.
 * @throws the database's error where something of another owner depends on them; then nothing was dropped
 */
export async function dropTables(
  database: Database,
  owner: string,
  { others }: { others: readonly string[] },
): Promise<string[]> {
  let dropped: string[] = []
  await new MigrationLedger(database, owner).alone(async (transaction) => {
    const relations = await ownRelations(transaction, owner, { others, dialect: database.dialect })
    // Views depend on tables, and tables on each other: PostgreSQL takes them in one statement, SQLite does not ask before the commit.
    for (const kind of ['view', 'table'] as const) {
      const names = relations.filter((relation) => relation.kind === kind).map(({ name }) => name)
      for (const together of database.dialect === 'postgres' ? [names] : names.map((name) => [name]))
        if (together.length > 0)
          await transaction.raw(`drop ${kind} if exists ${together.map(() => '??').join(', ')}`, together)
    }
    dropped = relations.map(({ name }) => name).sort()
  })
  return dropped
}

async function ownRelations(
  knex: Knex,
  owner: string,
  { others, dialect }: { others: readonly string[]; dialect: Database['dialect'] },
): Promise<readonly Relation[]> {
  const prefix = tablePrefix(owner)
  const found = (await LISTS[dialect](knex)).filter(({ name }) => name.startsWith(prefix))
  const known = others.map(tablePrefix).filter((other) => other.startsWith(prefix) && other !== prefix)
  const foreign = [...known, ...(await prefixesOfLedgers(knex, found, { except: prefix }))]
  return found.filter(({ name }) => !foreign.some((other) => name.startsWith(other)))
}

/** A ledger is told from a table that is only called so by its columns. */
async function prefixesOfLedgers(
  knex: Knex,
  relations: readonly Relation[],
  { except }: { except: string },
): Promise<string[]> {
  const prefixes: string[] = []
  for (const { name } of relations) {
    const prefix = name.replace(/migrations$/, '')
    if (prefix === name || prefix === except || !prefix.endsWith('_')) continue
    if (await knex.schema.hasColumn(name, 'source_hash')) prefixes.push(prefix)
  }
  return prefixes
}

const LISTS: Record<Database['dialect'], (knex: Knex) => Promise<Relation[]>> = {
  postgres: async (knex) =>
    knex('information_schema.tables')
      .whereRaw('table_schema = current_schema()')
      .orderBy('table_name')
      .select({ name: 'table_name' }, knex.raw("case table_type when 'VIEW' then 'view' else 'table' end as kind")),
  sqlite: async (knex) =>
    knex('sqlite_master').whereIn('type', ['table', 'view']).orderBy('name').select('name', { kind: 'type' }),
}
