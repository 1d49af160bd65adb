import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { after } from 'mocha'
import { Client } from 'pg'
import { openDatabase } from '../../host/base/db/index.ts'
import type { Database, OpenDatabaseOptions } from '../../host/base/db/index.ts'
import { atEndOfFile } from './at-end.ts'
import { startPostgresCluster } from './postgres-cluster.ts'
import type { PostgresCluster } from './postgres-cluster.ts'
import { createTestDirectory } from './test-directory.ts'

/** A kind of database that a suite is running on. */
export interface TestTarget {
  readonly name: 'sqlite3' | 'prebuilt' | 'postgres'
  readonly dialect: 'sqlite' | 'postgres'
  /** The options of `openDatabase` for an empty database, which is removed at the end of the suite. */
  place(): Promise<OpenDatabaseOptions>
  /** Opens a database, by default a new empty one. It is closed at the end of the suite. */
  open(options?: Partial<OpenDatabaseOptions>): Promise<Database>
}

/** Runs a suite on SQLite and on PostgreSQL, each with its own databases. */
export function eachDatabase(suite: (target: TestTarget) => void): void {
  describe('on sqlite3', () => suite(target('sqlite3')))
  describe('on postgres', () => suite(target('postgres')))
}

/** As `eachDatabase`, but with both drivers of SQLite, for suites that depend on the driver. */
export function eachDriver(suite: (target: TestTarget) => void): void {
  eachSqlite(suite)
  describe('on postgres', () => suite(target('postgres')))
}

/** Runs a suite on SQLite with both drivers. */
export function eachSqlite(suite: (target: TestTarget) => void): void {
  describe('on sqlite3', () => suite(target('sqlite3')))
  describe('on prebuilt', () => suite(target('prebuilt')))
}

/** A kind of database by its name, for the suite that calls it. */
export function target(name: TestTarget['name']): TestTarget {
  const undo: (() => Promise<void>)[] = []
  after(async () => {
    for (const run of undo.splice(0).reverse()) await run()
  })
  const place = async (): Promise<OpenDatabaseOptions> => {
    const { directory, remove } = await createTestDirectory()
    undo.push(remove)
    return name === 'postgres'
      ? { dataDir: directory, url: await createPostgresDatabase() }
      : { dataDir: directory, sqlite: name }
  }
  const open = async (options?: Partial<OpenDatabaseOptions>) => {
    const database = await openDatabase({ ...(await place()), ...options })
    undo.push(() => database.close())
    return database
  }
  return { name, dialect: name === 'postgres' ? 'postgres' : 'sqlite', place, open }
}

/** Opens a new SQLite database with a table `items`. Returns its file, too. */
export async function openItems({ open, place }: TestTarget): Promise<{ database: Database; file: string }> {
  const options = await place()
  const database = await open(options)
  await database.knex.schema.createTable('items', (table) => void table.text('name'))
  return { database, file: join(options.dataDir, 'atrium.sqlite') }
}

let own: Promise<PostgresCluster> | undefined

/**
 * An empty database, dropped at the end of the file, on the PostgreSQL that `npm test` runs for all files. Without it,
 * on a server of this process, started when first needed.
 */
export async function createPostgresDatabase(): Promise<string> {
  const server = process.env['ATRIUM_TEST_POSTGRES'] ?? (await ownServer())
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runSql(server, `CREATE DATABASE ${name}`)
  atEndOfFile(() => runSql(server, `DROP DATABASE ${name} WITH (FORCE)`))
  return new URL(name, server).href
}

async function ownServer(): Promise<string> {
  if (own === undefined) {
    own = startPostgresCluster()
    atEndOfFile(async () => {
      const cluster = await own
      own = undefined
      await cluster?.remove()
    })
  }
  return (await own).url
}

async function runSql(server: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
