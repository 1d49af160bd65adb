import type { Database } from './database.ts'
import { MigrationLedger } from './migration-ledger.ts'
import { ownRelations } from './own-relations.ts'

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
