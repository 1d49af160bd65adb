import { startPostgresCluster } from '../../helpers/postgres-cluster.ts'

/** Measures something on SQLite and on PostgreSQL, each with a database of its own. */
export async function onEachDatabase<Result>(
  measure: (name: string, options: { sqlite: 'sqlite3' } | { databaseUrl: string }) => Promise<Result>,
): Promise<Result[]> {
  const onSqlite = await measure('SQLite', { sqlite: 'sqlite3' })
  const cluster = await startPostgresCluster()
  try {
    return [onSqlite, await measure('PostgreSQL', { databaseUrl: cluster.url })]
  } finally {
    await cluster.remove()
  }
}
