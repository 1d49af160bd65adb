import type { Knex } from 'knex'
import type { Database } from './database.ts'

/** A change that a transaction made to a table or view. `refers to`: it created a foreign key. */
export interface TableChange {
  readonly table: string
  readonly change: 'creates' | 'changes' | 'drops' | 'writes to' | 'refers to'
}

/** Reads the changes since the recording began. */
export type ReadChanges = () => Promise<readonly TableChange[]>

/** Records how this transaction changes tables and views, whatever statements it uses. */
export function noteTableChanges(transaction: Knex.Transaction, dialect: Database['dialect']): Promise<ReadChanges> {
  return dialect === 'postgres' ? notePostgres(transaction) : noteSqlite(transaction)
}

/** Tables and views by name. */
interface Snapshot {
  /** Their definitions, where they can be compared. */
  readonly relations: ReadonlyMap<string, string>
  /** Each foreign key as `table>target`. */
  readonly references: ReadonlySet<string>
}

/** The tables to which one snapshot has foreign keys that the other has not. */
function newTargets({ references }: Snapshot, other: Snapshot): Set<string> {
  const added = [...references].filter((reference) => !other.references.has(reference))
  return new Set(added.map((reference) => reference.slice(reference.indexOf('>') + 1)))
}

const changesOf = (change: TableChange['change'], tables: Iterable<string>): TableChange[] =>
  [...tables].map((table) => ({ table, change }))

const createdOf = (before: Snapshot, after: Snapshot): TableChange[] => [
  ...changesOf(
    'creates',
    [...after.relations.keys()].filter((name) => !before.relations.has(name)),
  ),
  ...changesOf(
    'drops',
    [...before.relations.keys()].filter((name) => !after.relations.has(name)),
  ),
  ...changesOf('refers to', newTargets(after, before)),
]

/** SQLite does not report which tables were written to, so the statements are parsed as they are sent. */
async function noteSqlite(transaction: Knex.Transaction): Promise<ReadChanges> {
  const written = new Set<string>()
  transaction.on('query', ({ sql }: { sql: string }) => {
    const table = writtenTable(sql)
    if (table !== undefined) written.add(table)
  })
  const before = await sqliteSnapshot(transaction)
  return async () => {
    const after = await sqliteSnapshot(transaction)
    const kept = [...before.relations].filter(([name]) => after.relations.has(name))
    const changed = kept.filter(([name, definition]) => after.relations.get(name) !== definition)
    return [
      ...createdOf(before, after),
      ...changesOf('changes', new Map(changed).keys()),
      ...changesOf(
        'writes to',
        [...written].filter((name) => before.relations.has(name)),
      ),
    ]
  }
}

const WRITE =
  /^\s*(?:with\b.*?\)\s*)?(?:insert(?:\s+or\s+\w+)?\s+into|replace\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+["`[]?(\w+)/is

/** The table that a statement inserts into, updates or deletes from. */
export const writtenTable = (sql: string): string | undefined => WRITE.exec(sql)?.[1]

/** The definition of a table includes those of its indexes and triggers. */
async function sqliteSnapshot(knex: Knex): Promise<Snapshot> {
  const rows = await knex.raw<{ table: string; sql: string | null }[]>(
    `SELECT tbl_name AS "table", sql FROM sqlite_master WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY tbl_name, name`,
  )
  const relations = new Map<string, string>()
  for (const { table, sql } of rows) relations.set(table, `${relations.get(table) ?? ''}${sql};`)
  const references = await knex.raw<{ reference: string }[]>(
    `SELECT t.name || '>' || k."table" AS reference FROM sqlite_master AS t JOIN pragma_foreign_key_list(t.name) AS k
     WHERE t.type = 'table'`,
  )
  return { relations, references: new Set(references.map(({ reference }) => reference)) }
}

/**
 * PostgreSQL keeps the locks of a transaction until its end, so they show what it did with each table. Other transactions change tables at
 * the same time, so only locked tables count.
 */
async function notePostgres(transaction: Knex.Transaction): Promise<ReadChanges> {
  const before = await postgresTables(transaction)
  return async () => {
    const { rows: locks } = await transaction.raw<{ rows: Lock[] }>(LOCKS)
    const after = await postgresTables(transaction)
    const locked = (tables: ReadonlyMap<string, PostgresTable>) => toSnapshot(locks, tables)
    const [was, is] = [locked(before), locked(after)]
    // Creating or dropping a foreign key locks its target like a change.
    const linked = new Set([...newTargets(is, was), ...newTargets(was, is)])
    const used = locks.flatMap(({ id, defined }): TableChange[] => {
      const name = after.get(id)?.name
      if (name === undefined || before.get(id)?.name !== name || linked.has(name)) return []
      return changesOf(defined ? 'changes' : 'writes to', [name])
    })
    return [...createdOf(was, is), ...used]
  }
}

interface PostgresTable {
  readonly name: string
  /** The tables to which it has foreign keys. */
  readonly targets: readonly string[]
}

function toSnapshot(locks: readonly Lock[], tables: ReadonlyMap<string, PostgresTable>): Snapshot {
  const locked = locks.flatMap(({ id }) => tables.get(id) ?? [])
  return {
    relations: new Map(locked.map(({ name }) => [name, ''])),
    references: new Set(locked.flatMap(({ name, targets }) => targets.map((target) => `${name}>${target}`))),
  }
}

interface Lock {
  readonly id: string
  /** Whether it is locked for more than writing rows. */
  readonly defined: boolean
}

/** Reading takes the weakest locks; foreign keys look up rows with RowShareLock; inserts, updates and deletes take RowExclusiveLock. */
const LOCKS = `
  SELECT relation::text AS id, bool_or(mode <> 'RowExclusiveLock') AS defined FROM pg_locks
  WHERE pid = pg_backend_pid() AND locktype = 'relation' AND granted AND mode NOT IN ('AccessShareLock', 'RowShareLock')
  GROUP BY relation`

/** Every table and view of the database by its object id. */
async function postgresTables(knex: Knex): Promise<ReadonlyMap<string, PostgresTable>> {
  const { rows } = await knex.raw<{ rows: (PostgresTable & { id: string })[] }>(
    `SELECT c.oid::text AS id, c.relname AS name, array(
       SELECT t.relname::text FROM pg_constraint AS k JOIN pg_class AS t ON t.oid = k.confrelid
       WHERE k.conrelid = c.oid AND k.contype = 'f'
     ) AS targets
     FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'm', 'v', 'f') AND n.nspname !~ '^(pg_|information_schema$)'`,
  )
  return new Map(rows.map(({ id, ...table }) => [id, table]))
}
