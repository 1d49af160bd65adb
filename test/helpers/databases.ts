import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { after } from 'mocha'
import { Client } from 'pg'
import { migrate, openDatabase } from '../../host/base/db/index.ts'
import type { Database, Migration, OpenDatabaseOptions } from '../../host/base/db/index.ts'
import { placeMigratedDatabase } from '../../host/testing/migrated-database.ts'
import { atEndOfFile } from './at-end.ts'
import { startPostgresCluster } from './postgres-cluster.ts'
import type { PostgresCluster } from './postgres-cluster.ts'
import { createTestDirectory } from './test-directory.ts'

/** A kind of database that a suite is running on. */
export interface TestTarget {
  readonly name: 'sqlite3' | 'prebuilt' | 'postgres'
  readonly dialect: 'sqlite' | 'postgres'
  /** The options of `openDatabase` for a database, empty or as for `openMigrated`, which is removed at the end of the file. */
  place(migrations?: readonly Migration[]): Promise<OpenDatabaseOptions>
  /** Opens a database, by default a new empty one. It is closed at the end of the suite. */
  open(options?: Partial<OpenDatabaseOptions>): Promise<Database>
  /**
   * Opens a new database to which these migrations of the platform were applied. A process applies them once to each kind of database;
   * the others are copies. Always pass the same array for the same list.
   */
  openMigrated(migrations: readonly Migration[]): Promise<Database>
}

/**
 * Runs a suite on SQLite and on PostgreSQL, each with its own databases. With the second Node of CI, what stands above the drivers runs on
 * SQLite alone (`test/runner/test-files.mjs`).
 */
export function eachDatabase(suite: (target: TestTarget) => void): void {
  describe('on sqlite3', () => suite(target('sqlite3')))
  if (process.env['ATRIUM_TEST_SQLITE_ONLY'] !== '1') describe('on postgres', () => suite(target('postgres')))
}

/** On SQLite with both drivers and on PostgreSQL, with every Node: for suites that depend on the driver. */
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
  const place = async (migrations?: readonly Migration[]): Promise<OpenDatabaseOptions> => {
    const { directory, remove } = await createTestDirectory()
    // Not in the hook above, which runs before a later hook of the suite that closes its host: a job could still write a file.
    atEndOfFile(remove)
    if (name === 'postgres') return { dataDir: directory, url: await createPostgresDatabase(migrations) }
    if (migrations !== undefined) await placeMigratedDatabase(directory, migrations)
    return { dataDir: directory, sqlite: name }
  }
  const open = async (options?: Partial<OpenDatabaseOptions>) => {
    const database = await openDatabase({ ...(await place()), ...options })
    undo.push(() => database.close())
    return database
  }
  return {
    ...{ name, dialect: name === 'postgres' ? 'postgres' : 'sqlite' },
    ...{ place, open, openMigrated: async (migrations) => open(await place(migrations)) },
  }
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
 * A database without tables, or with those of migrations of the platform, dropped at the end of the file. It is on the PostgreSQL that
 * `npm test` runs for all files; without it, on a server of this process, started when first needed.
 */
export async function createPostgresDatabase(migrations?: readonly Migration[]): Promise<string> {
  const server = process.env['ATRIUM_TEST_POSTGRES'] ?? (await ownServer())
  const template = migrations && (await templateOn(server, migrations))
  const url = await createOn(server, template)
  atEndOfFile(() => runSql(server, `DROP DATABASE ${nameIn(url)} WITH (FORCE)`))
  return url
}

/** By server and list of migrations, the name of the database that is copied. Each ends with its server. */
const templates = new Map<string, Map<readonly Migration[], Promise<string>>>()

function templateOn(server: string, migrations: readonly Migration[]): Promise<string> {
  const known = templates.get(server) ?? new Map<readonly Migration[], Promise<string>>()
  templates.set(server, known)
  const template = known.get(migrations) ?? makeTemplate(server, migrations)
  known.set(migrations, template)
  return template
}

async function makeTemplate(server: string, migrations: readonly Migration[]): Promise<string> {
  const url = await createOn(server)
  const database = await openDatabase({ dataDir: '', url })
  try {
    await migrate({ database, owner: 'platform', migrations })
  } finally {
    // A database that is in use cannot be copied.
    await database.close()
  }
  return nameIn(url)
}

async function createOn(server: string, template = 'template1'): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copying the files takes two thirds of the processor time of writing them to the log.
  await runSql(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  return new URL(name, server).href
}

const nameIn = (url: string) => new URL(url).pathname.slice(1)

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

/** The connection of this file to each server: one for each statement took a quarter of the processor time of a database. */
const connections = new Map<string, Promise<Client>>()

async function runSql(server: string, sql: string): Promise<void> {
  const connection = connections.get(server) ?? connect(server)
  connections.set(server, connection)
  await (await connection).query(sql)
}

async function connect(server: string): Promise<Client> {
  // Before the databases that it drops: clean-ups run backwards.
  atEndOfFile(async () => {
    const connection = connections.get(server)
    connections.delete(server)
    await (await connection)?.end()
  })
  const client = new Client({ connectionString: server })
  await client.connect()
  return client
}
