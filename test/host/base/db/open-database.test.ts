import { AsyncLocalStorage, executionAsyncResource } from 'node:async_hooks'
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { openDatabase } from '../../../../host/base/db/index.ts'
import { createLogger } from '../../../../host/base/log/index.ts'
import { eachDriver } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { createTestDirectory } from '../../../helpers/test-directory.ts'

async function recorder() {
  const lines: string[] = []
  const log = await createLogger({ pretty: false, stream: { write: (line) => void lines.push(line) } })
  return { log, lines }
}

const own = new AsyncLocalStorage<string>()

/** How many values a new asynchronous step takes over from the one before it. Node 24 has a cheaper way and attaches none. */
const contextEntries = () =>
  own.run('one of them', async () => {
    await new Promise(setImmediate)
    return Object.getOwnPropertySymbols(executionAsyncResource()).length
  })

describe('an opened database', () => {
  eachDriver(({ open, name, dialect }) => {
    it('answers, and logs its driver', async () => {
      const { log, lines } = await recorder()
      const database = await open({ log })
      await database.ping()
      const driver = name === 'postgres' ? 'pg' : name
      expect(database).to.include({ dialect, driver })
      expect(lines.join('')).to.include(`"driver":"${driver}"`)
    })

    it('leaves nothing in asynchronous contexts once it is closed', async () => {
      const before = await contextEntries()
      for (let turn = 0; turn < 3; turn += 1) {
        const database = await open()
        await database.reading(() => database.context.raw('SELECT 1'))
        await database.close()
      }
      expect(await contextEntries()).to.equal(before)
    })
  })
})

describe('opening SQLite', () => {
  let directory: string
  let remove: () => Promise<void>
  beforeEach(async () => ({ directory, remove } = await createTestDirectory()))
  afterEach(() => remove())

  it('creates the data directory and uses sqlite3 if it is installed', async () => {
    const database = await openDatabase({ dataDir: join(directory, 'new', 'data') })
    expect(database.driver).to.equal('sqlite3')
    await database.close()
  })

  it('sets up one writer, for which readers do not wait', async () => {
    const database = await openDatabase({ dataDir: directory })
    const setting = async (name: string) =>
      Object.values((await database.knex.raw<object[]>(`PRAGMA ${name}`))[0] ?? {})[0] as unknown
    expect(await setting('journal_mode')).to.equal('wal')
    expect(await setting('foreign_keys')).to.equal(1)
    expect(await setting('synchronous'), 'FULL').to.equal(2)
    await database.close()
  })

  it('waits for the disk at checkpoints only if the operator chose so', async () => {
    const database = await openDatabase({ dataDir: directory, sync: 'normal' })
    expect(await database.knex.raw('PRAGMA synchronous')).to.deep.equal([{ synchronous: 1 }])
    await database.close()
  })

  it('keeps its files from other users of the machine, whatever their mode was', async () => {
    const modeOf = async (name: string) => ((await stat(join(directory, 'data', name))).mode & 0o777).toString(8)
    for (const sqlite of ['sqlite3', 'prebuilt'] as const) {
      const database = await openDatabase({ dataDir: join(directory, 'data'), sqlite })
      await database.knex.schema.createTable(`items_${sqlite}`, (table) => void table.increments('id'))
      for (const name of ['atrium.sqlite', 'atrium.sqlite-wal', 'host.lock']) expect(await modeOf(name)).to.equal('600')
      expect(await modeOf('.')).to.equal('700')
      await database.close()
      await chmod(join(directory, 'data/atrium.sqlite'), 0o644)
    }
  })

  it('works with the other driver the next time', async () => {
    for (const sqlite of ['sqlite3', 'prebuilt', 'sqlite3'] as const) {
      const database = await openDatabase({ dataDir: directory, sqlite })
      if (sqlite === 'prebuilt') await database.knex.schema.createTable('items', (table) => void table.increments('id'))
      await database.close()
    }
    const database = await openDatabase({ dataDir: directory })
    expect(await database.knex.schema.hasTable('items')).to.equal(true)
    await database.close()
  })

  it('fails on a file that is not a database and releases the directory', async () => {
    await mkdir(directory, { recursive: true })
    await writeFile(
      join(directory, 'atrium.sqlite'),
      'this is no database, though it is long enough to be taken for one '.repeat(20),
    )
    for (const sqlite of ['sqlite3', 'prebuilt'] as const) {
      const error = await rejection(openDatabase({ dataDir: directory, sqlite }))
      expect(error).to.include({ code: 'database_unavailable' })
      expect(error.message)
        .to.include(`[${join(directory, 'atrium.sqlite')}]`)
        .and.to.include('restore a backup')
    }
  })

  it('fails on a directory that cannot be created, naming it and the variable', async () => {
    await writeFile(join(directory, 'file'), '')
    const dataDir = join(directory, 'file', 'data')
    const error = await rejection(openDatabase({ dataDir }))
    expect(error).to.include({ code: 'database_unavailable' })
    expect(error.message).to.include(`[${dataDir}]`).and.to.include('ATRIUM_DATA_DIR')
  })

  it('closes within 5 s although an explicit transaction was forgotten', async () => {
    const { log, lines } = await recorder()
    const database = await openDatabase({ dataDir: directory, log })
    const forgotten = await database.context.transaction()
    await forgotten.raw('select 1')
    await database.close()
    expect(lines.join('')).to.include('was not released')
    await forgotten.rollback()
  })
})
