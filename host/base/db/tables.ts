import type { Knex } from 'knex'
import type { Database } from './database.ts'
import { MigrationLedger, tablePrefix } from './migration-ledger.ts'

interface Relation {
  readonly name: string
  readonly kind: 'table' | 'view'
}

/**
 * Returns the tables and views of one owner, including its migration ledger, by name. A prefix alone does not identify the owner:
 * `booking_desk_items` also starts with `booking_`. Tables with the longer prefix of another owner are left out. Another owner is one of
 * `others` or one that has a ledger.
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

/** Recognizes a ledger by its columns, because another table may have such a name. */
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

/**
 * Counts the rows of each table of an owner, except its migration ledger, in the current transaction.
 * @param options.others ids of the other known plugins
 */
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
 * Drops the tables and views of one owner, including its migration ledger, in one transaction, so that its migrations can run again. Other
 * owners' tables stay. Returns the dropped names, sorted.
 * @param options.others ids of the other known plugins
 * @throws the database's error if another owner's table depends on one of them; nothing is dropped then
 */
export async function dropTables(
  database: Database,
  owner: string,
  { others }: { others: readonly string[] },
): Promise<string[]> {
  let dropped: string[] = []
  await new MigrationLedger(database, owner).alone(async (transaction) => {
    const relations = await ownRelations(transaction, owner, { others, dialect: database.dialect })
    // Tables may depend on each other: PostgreSQL allows that in one statement, SQLite checks only before the commit.
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
