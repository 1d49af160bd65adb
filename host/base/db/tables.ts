import type { Knex } from 'knex'
import type { Database } from './database.ts'
import { MigrationLedger, tablePrefix } from './migration-ledger.ts'

interface Relation {
  readonly name: string
  readonly kind: 'table' | 'view'
}

/**
 * The tables and views of one owner, its ledger of migrations included, by name. A prefix does not say whose a table is, for
 * `booking_` begins `booking_desk_items` too: what begins with the longer prefix of another owner is left out, be it one of `others`
 * or one that has a ledger.
 */
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

/** How many rows each table of an owner has, its ledger of migrations left out; read in the present transaction. */
export async function countRows(
  database: Database,
  owner: string,
  { others }: { others: readonly string[] },
): Promise<Record<string, number>> {
  const { context, dialect } = database
  const relations = await ownRelations(context, owner, { others, dialect })
  const counts: Record<string, number> = {}
  for (const { name, kind } of relations) {
    if (kind === 'view' || name === `${tablePrefix(owner)}migrations`) continue
    const [row] = await context(name).count<{ total: number | string }[]>({ total: '*' })
    counts[name] = Number(row?.total)
  }
  return counts
}

/**
 * Drops the tables and views of one owner, its ledger of migrations included, in one transaction: they can be made anew then. What
 * belongs to another owner is left alone. Returns the names of what it dropped, sorted.
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
