import type { Knex } from 'knex'
import type { Database } from './database.ts'
import { tablePrefix } from './table-prefix.ts'

export interface Relation {
  readonly name: string
  readonly kind: 'table' | 'view'
}

/**
 * The tables and views of one owner, its ledger of migrations included, by name. A prefix does not say whose a table is, for
 * `booking_` begins `booking_desk_items` too: what begins with the longer prefix of another owner is left out, be it one of `others`
 * or one that has a ledger.
 */
export async function ownRelations(
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
