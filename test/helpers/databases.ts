import { after } from 'mocha'
import { openDatabase } from '../../host/base/db/index.ts'
import type { Database, OpenDatabaseOptions } from '../../host/base/db/index.ts'
import { startPostgresCluster } from './postgres-cluster.ts'
import type { PostgresCluster } from './postgres-cluster.ts'
import { createTestDirectory } from './test-directory.ts'

/** A kind of database that a suite is running on. */
export interface TestTarget {
  readonly name: 'sqlite3' | 'prebuilt' | 'postgres'
  readonly dialect: 'sqlite' | 'postgres'
  /** What `openDatabase` takes for an empty database of its own; removed at the end of the suite. */
  place(): Promise<OpenDatabaseOptions>
  /** Opens a database, by default an empty one of its own; closed at the end of the suite. */
  open(options?: Partial<OpenDatabaseOptions>): Promise<Database>
}

/** Runs a suite on SQLite with both drivers and on PostgreSQL, each with databases of its own. */
export function eachDatabase(suite: (target: TestTarget) => void): void {
  describe('on sqlite3', () => suite(target('sqlite3')))
  describe('on prebuilt', () => suite(target('prebuilt')))
  describe('on postgres', () => suite(target('postgres')))
}

/** Runs a suite on SQLite with both drivers. */
export function eachSqlite(suite: (target: TestTarget) => void): void {
  describe('on sqlite3', () => suite(target('sqlite3')))
  describe('on prebuilt', () => suite(target('prebuilt')))
}

/** A kind of database by its name; to be called in the suite at whose end it is removed. */
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

let shared: Promise<PostgresCluster> | undefined

/** An empty database on the one server that all suites of this process share, started when first needed. */
export async function createPostgresDatabase(): Promise<string> {
  shared ??= startPostgresCluster()
  return (await shared).createDatabase()
}

// At the top of the file, so that it belongs to the root suite.
after('stop PostgreSQL', async function () {
  // A busy machine takes its time; where this fails, mocha leaves out whatever else is to be closed.
  this.timeout(60_000)
  const cluster = await shared
  shared = undefined
  await cluster?.remove()
})
