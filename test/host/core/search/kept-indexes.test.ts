import path from 'node:path'
import { table_store } from '@atrium/sdk'
import { expect } from 'chai'
import type { Knex } from 'knex'
import { backUp } from '../../../../host/base/backup/index.ts'
import { type Database, migrate, openDatabase } from '../../../../host/base/db/index.ts'
import { silentLogger } from '../../../../host/base/log/index.ts'
import { SearchIndexes } from '../../../../host/core/search/index.ts'
import { createPostgresDatabase, eachDriver, eachSqlite } from '../../../helpers/databases.ts'
import { createPeople, idsFound, Person, RULES } from '../../../helpers/searched-people.ts'
import { createTestDirectory } from '../../../helpers/test-directory.ts'
import { backupIn, placeOf, restoreAs } from '../../base/backup/backed-up.ts'

/** Follows one table until the indexes are closed. @param warned gets what is warned of */
async function follow(database: Database, table = 'clients_people', warned: string[] = []) {
  const log = { ...silentLogger, warn: (message: string) => void warned.push(message) }
  const indexes = new SearchIndexes({ database, log, fewestRows: 1 })
  const store = table_store(database.context, table, Person, RULES)
  indexes.follow('clients', [store])
  await indexes.review()
  return { store, close: () => indexes.close() }
}

const namesOfIndexes = ({ knex, dialect }: Database) =>
  dialect === 'sqlite'
    ? knex('sqlite_master').where('sql', 'like', 'CREATE VIRTUAL%').pluck<string[]>('name')
    : knex('pg_indexes').where('indexname', 'like', 'platform_search%').pluck<string[]>('indexname')

describe('The index of a search, kept', () => {
  eachDriver((target) => {
    it('knows what was written while no plugin served its table', async () => {
      const database = await target.open()
      await createPeople(database.knex, 'clients_people')
      await (await follow(database)).close()
      const names = await namesOfIndexes(database)
      expect(names).to.have.lengthOf(1)
      await database.knex('clients_people').insert({ name: 'Kaspar Überall', version: 1 })
      await database.knex('clients_people').where({ id: 1 }).delete()

      const { store, close } = await follow(database)
      expect(await namesOfIndexes(database)).to.deep.equal(names)
      expect(await idsFound(store, 'ueberall')).to.have.lengthOf(1)
      expect(await idsFound(store, 'zoe')).not.to.include(1)
      await close()
    })

    it('leaves nothing behind when its table is dropped by a migration', async () => {
      const database = await target.open()
      await createPeople(database.knex, 'clients_people')
      await (await follow(database)).close()
      const up = (knex: Knex) => knex.schema.dropTable('clients_people')
      await migrate({
        ...{ database, owner: 'clients', others: [] },
        migrations: [{ name: '001_gone', source_hash: '1', up: async (knex) => void (await up(knex)) }],
      })
      expect(await namesOfIndexes(database)).to.deep.equal([])
      if (database.dialect === 'sqlite')
        expect(await database.knex('sqlite_master').where('name', 'like', 'platform_search%').pluck('name')).to.be.empty
    })

    it('is made for a table that a migration has renamed', async () => {
      const database = await target.open()
      await createPeople(database.knex, 'clients_people')
      const before = await follow(database)
      const up = (knex: Knex) => knex.schema.renameTable('clients_people', 'clients_patients')
      await migrate({
        ...{ database, owner: 'clients', others: [] },
        migrations: [{ name: '001_renamed', source_hash: '1', up: async (knex) => void (await up(knex)) }],
      })
      await before.close()
      const { store, close } = await follow(database, 'clients_patients')
      const { id } = await store.create({ name: 'Kaspar Überall' })
      expect(await idsFound(store, 'ueberall')).to.deep.equal([id])
      expect(await namesOfIndexes(database)).to.have.lengthOf(1)
      await close()
    })
  })

  eachSqlite((target) => {
    it('is restored with a backup, and goes on', async () => {
      const { directory, remove } = await createTestDirectory()
      const place = await target.place()
      const database = await target.open(place)
      await createPeople(database.knex, 'clients_people')
      await database.knex.schema.createTable('platform_migrations', (table) => void table.string('name').primary())
      await (await follow(database)).close()
      const names = await namesOfIndexes(database)
      await database.close()
      const [file, from] = [backupIn(directory), placeOf(place)]
      await backUp({ ...from, file })
      const dataDir = path.join(directory, 'there')
      await restoreAs({ ...from, dataDir }, file)

      const restored = await openDatabase({ ...place, dataDir })
      const { store, close } = await follow(restored)
      expect(await namesOfIndexes(restored)).to.deep.equal(names)
      const { id } = await store.create({ name: 'Kaspar Überall' })
      expect(await idsFound(store, 'ueberall')).to.deep.equal([id])
      expect(await idsFound(store, 'hauptstrasse')).to.deep.equal([4])
      await close()
      await restored.close()
      await remove()
    })
  })

  it('is done without on PostgreSQL if the host may not add pg_trgm: the log says so, and all is found', async () => {
    const url = await createPostgresDatabase()
    const owner = await openDatabase({ dataDir: '', url })
    const name = `plain_${process.pid}`
    await owner.knex.raw(`create role ${name} login`)
    await owner.knex.raw(`grant create, usage on schema public to ${name}`)
    const database = await openDatabase({ dataDir: '', url: Object.assign(new URL(url), { username: name }).href })
    const warned: string[] = []
    try {
      await createPeople(database.knex, 'clients_people')
      const { store, close } = await follow(database, 'clients_people', warned)
      expect(warned).to.deep.equal(['a table has no search index, so searches read all of its records'])
      expect(await idsFound(store, 'hauptstrasse')).to.deep.equal([4])
      await close()
    } finally {
      await database.close()
      await owner.knex.raw(`drop owned by ${name}`)
      await owner.knex.raw(`drop role ${name}`)
      await owner.close()
    }
  })
})
