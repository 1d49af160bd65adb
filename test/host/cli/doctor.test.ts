import { once } from 'node:events'
import { chmod, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { table_store } from '@atrium/sdk'
import { expect } from 'chai'
import { readEnvironment, writeHostFile } from '../../../host/base/config/index.ts'
import { openDatabase } from '../../../host/base/db/index.ts'
import { createFiles } from '../../../host/base/files/index.ts'
import { silentLogger } from '../../../host/base/log/index.ts'
import { examine } from '../../../host/cli/doctor/doctor.ts'
import { SearchIndexes } from '../../../host/core/search/index.ts'
import { startTestHost } from '../../../host/testing/index.ts'
import { TEMPLATE } from '../../contract/template-host.ts'
import { createPostgresDatabase } from '../../helpers/databases.ts'
import { createPeople, Person, RULES } from '../../helpers/searched-people.ts'
import { createTestDirectory } from '../../helpers/test-directory.ts'

const EVERYTHING = ['settings', 'data directory', 'database', 'migrations', 'files']

describe('atrium doctor', () => {
  let dataDir: string
  let remove: () => Promise<void>
  beforeEach(async () => {
    const made = await createTestDirectory()
    remove = made.remove
    dataDir = path.join(made.directory, 'data')
  })
  afterEach(() => remove())

  const examineWith = (env: Record<string, string> = {}, isProduction = true) =>
    examine(readEnvironment({ ATRIUM_DATA_DIR: dataDir, ATRIUM_PLUGINS: path.dirname(TEMPLATE), ...env }), {
      isProduction,
    })

  /** The codes and messages of what is found. */
  const found = async (...given: Parameters<typeof examineWith>) => {
    const { findings } = await examineWith(...given)
    return findings.map(({ code, message }) => `${code}: ${message}`)
  }

  it('finds nothing wrong beside a host that runs, and in an empty folder', async () => {
    expect(await examineWith()).to.deep.equal({ healthy: true, checked: ['settings'], findings: [] })
    const host = await startTestHost({ dataDir, plugins: [TEMPLATE] })
    expect(await examineWith()).to.deep.equal({ healthy: true, checked: EVERYTHING, findings: [] })
    await host.close()
  })

  it('says why the host that runs is not ready', async () => {
    const host = await startTestHost({ dataDir })
    await rm(path.join(dataDir, 'atrium.sqlite'))
    expect(await found()).to.deep.equal([
      `host_unavailable: The host at [${host.url}] is not ready: [database_unavailable].`,
    ])
    await host.close()
  })

  it('says that the host that runs does not answer, as while a plugin blocks it, and nothing of one that was killed', async () => {
    await (await startTestHost({ dataDir })).close()
    const silent = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    await writeHostFile(dataDir, { url, token: 'left', pid: process.pid, started_at: new Date().toISOString() })
    const { healthy, checked, findings } = await examineWith()
    expect({ healthy, checked }).to.deep.equal({ healthy: false, checked: EVERYTHING })
    expect(findings).to.deep.equal([
      {
        ...{ code: 'host_not_answering', severity: 'error' },
        message: `The host [${url}] runs, but does not answer. It is overloaded, or a plugin blocks it.`,
        fix: `Try again in a moment, or read its log. If it does not recover, end it with \`kill -9 ${process.pid}\` and start it again: a plugin that blocked it is then quarantined.`,
      },
    ])
    silent.close()
    await once(silent, 'close')
    expect(await found()).to.deep.equal([])
  })

  it('examines PostgreSQL', async () => {
    const databaseUrl = await createPostgresDatabase()
    await (await startTestHost({ dataDir, databaseUrl })).close()
    const { healthy, findings } = await examineWith({ DATABASE_URL: databaseUrl })
    expect(healthy).to.equal(true)
    expect(findings.map(({ code }) => code)).to.deep.equal(['key_of_one_host', 'files_of_one_host'])
  })

  it('finds settings that are dangerous', async () => {
    const token = { ATRIUM_ADMIN_TOKEN: 'a'.repeat(32) }
    const codes = async (env: Record<string, string>, isProduction = true) =>
      (await found(env, isProduction)).map((text) => text.split(':')[0])
    expect(await codes({ ...token, HOST: '0.0.0.0' })).to.deep.equal(['admin_token_without_tls', 'no_tls'])
    expect(await codes({ ...token, ATRIUM_PUBLIC_URL: 'https://atrium.example.org' })).to.deep.equal([])
    expect(await codes({ ATRIUM_PUBLIC_URL: 'https://atrium.example.org' }, false)).to.deep.equal(['not_production'])
    expect(await codes({ ATRIUM_TRUST_PROXY: '0.0.0.0/0' })).to.deep.equal(['proxy_trusts_everybody'])
    const slow = await codes({ ATRIUM_SQLITE_SYNC: 'normal', ATRIUM_SAFE_MODE: '1' })
    expect(slow).to.deep.equal(['sqlite_sync_normal', 'safe_mode'])
  })

  it('finds rows without a file, files without a row, broken references, tables of others and open modes', async () => {
    await (await startTestHost({ dataDir })).close()
    const database = await openDatabase({ dataDir })
    const { knex } = database
    const weekAgo = Date.now() - 7 * 24 * 60 * 60_000
    const files = createFiles({ dataDir, database, now: () => weekAgo }).filesFor('archive')
    const keys = []
    for (const text of ['one', 'two', 'three']) keys.push((await files.put(text)).key)
    await knex.schema.createTable('archive_documents', (table) => {
      table.increments('id')
      table.text('file_key')
      table.integer('folder_id').references('id').inTable('archive_documents')
    })
    await knex.schema.createTable('archive_migrations', (table) => void table.string('name').primary())
    await knex('archive_documents').insert(keys.slice(0, 2).map((file_key) => ({ file_key })))
    await knex.raw('PRAGMA foreign_keys = OFF')
    await knex('archive_documents').where({ id: 1 }).update({ folder_id: 99 })
    await knex('platform_migrations').where({ name: 'jobs-003-interruptions' }).update({ name: 'jobs-999-later' })
    await database.close()
    await rm(path.join(dataDir, 'files/archive', String(keys[0]?.slice(0, 2)), String(keys[0])))
    await makeOld(path.join(dataDir, 'files/archive'), weekAgo)
    await chmod(path.join(dataDir, 'atrium.sqlite'), 0o644)

    const { healthy } = await examineWith()
    expect(healthy).to.equal(false)
    expect(await found()).to.deep.equal([
      `mode_too_open: [${path.join(dataDir, 'atrium.sqlite')}] has the mode 644: other users of the machine may read data or secrets.`,
      'foreign_key_broken: [1] rows of [archive_documents] refer to missing rows of [archive_documents].',
      'database_newer: A newer version has used the database. This version does not have its migrations [jobs-999-later].',
      'migrations_pending: The database lacks migrations of this version: [jobs-003-interruptions].',
      `plugin_missing: The database has tables of the plugin [archive], which is in none of [${path.dirname(TEMPLATE)}].`,
      `file_missing: [1] rows of [archive_documents.file_key] have no file, for example [${keys[0]}].`,
      'file_orphan: No row refers to [1] files of the plugin [archive]. They only take up space.',
    ])
  })

  it('finds an index for searches that was cut off or lacks records, and its fix makes it anew', async () => {
    await (await startTestHost({ dataDir })).close()
    const makeIndex = async () => {
      const database = await openDatabase({ dataDir })
      const indexes = new SearchIndexes({ database, log: silentLogger, fewestRows: 1 })
      indexes.follow('clients', [table_store(database.context, 'clients_people', Person, RULES)])
      await indexes.review()
      await indexes.close()
      return database
    }
    const created = await openDatabase({ dataDir })
    await createPeople(created.knex, 'clients_people')
    await created.close()
    const database = await makeIndex()
    expect(await found()).to.deep.equal([])
    const [texts = ''] = await database.knex('sqlite_master').where('name', 'like', '%_texts').pluck<string[]>('name')
    const name = texts.replace('_texts', '')
    await database.knex(texts).where({ record: 7 }).delete()
    expect(await found()).to.deep.equal([
      `search_index_wrong: The search index [${name}] does not have the same records as its table [clients_people]: searches miss some, or writing fails.`,
    ])
    const [{ fix = '' } = {}] = (await examineWith()).findings
    await database.knex.raw(/'(DROP .*)'/.exec(fix)?.[1] ?? '')
    await database.close()
    const again = await makeIndex()
    expect(await found()).to.deep.equal([])

    const [index = ''] = await again
      .knex('sqlite_master')
      .where('sql', 'like', 'CREATE VIRTUAL%')
      .pluck<string[]>('name')
    await again.knex.raw('delete from ?? where rowid = ?', [index, '-9223372036854775807'])
    await again.close()
    expect(await found()).to.deep.equal([
      `search_index_unfinished: The search index [${index}] of [clients_people] is incomplete, so searches read all records of the table.`,
    ])
  })

  it('finds that PostgreSQL has no trigrams and the host may not add them', async () => {
    const databaseUrl = await createPostgresDatabase()
    await (await startTestHost({ dataDir, databaseUrl })).close()
    const owner = await openDatabase({ dataDir, url: databaseUrl })
    const name = `examined_${process.pid}`
    await owner.knex.raw(`create role ${name} login`)
    await owner.knex.raw(`grant select on all tables in schema public to ${name}`)
    const DATABASE_URL = Object.assign(new URL(databaseUrl), { username: name }).href
    expect((await examineWith({ DATABASE_URL })).findings.map(({ code }) => code)).to.include(
      'search_extension_missing',
    )
    await owner.knex.raw('create extension if not exists pg_trgm')
    expect((await examineWith({ DATABASE_URL })).findings.map(({ code }) => code)).not.to.include(
      'search_extension_missing',
    )
    await owner.knex.raw(`drop owned by ${name}`)
    await owner.knex.raw(`drop role ${name}`)
    await owner.close()
  })

  it('says what to do about a file that is no database', async () => {
    await (await startTestHost({ dataDir })).close()
    await writeFile(path.join(dataDir, 'atrium.sqlite'), 'this is no database, though it looks like one '.repeat(30))
    const { healthy, findings } = await examineWith()
    expect(healthy).to.equal(false)
    expect(findings.map(({ code }) => code)).to.deep.equal(['database_unusable'])
    expect(findings[0]?.fix).to.include('restore the latest backup')
  })
})

/** As if the files had been stored then. */
async function makeOld(folder: string, at: number): Promise<void> {
  for (const name of await readdir(folder, { recursive: true }))
    await utimes(path.join(folder, name), at / 1000, at / 1000)
}
