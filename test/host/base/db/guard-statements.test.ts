import { expect } from 'chai'
import type { Knex } from 'knex'
import type { Database } from '../../../../host/base/db/index.ts'
import { migrate } from '../../../../host/base/db/index.ts'
import { eachDriver } from '../../../helpers/databases.ts'

const REFUSED = [
  'commit',
  'ROLLBACK',
  'begin immediate',
  ' /* one */ -- two\n savepoint a',
  'PRAGMA query_only = ON',
  'pragma main.journal_mode(off)',
  "attach 'other.sqlite' as other",
  'vacuum',
  'set search_path to other',
  'reset all',
]
const ALLOWED = [
  'select 1',
  'pragma table_info(items)',
  'pragma user_version',
  'set local lock_timeout = 100',
  'update items set name = ?',
  'create trigger items_touched after insert on items begin select 1; end',
  'settings',
]

describe('A plugin', () => {
  eachDriver(({ open }) => {
    let database: Database
    let db: Knex
    before(async () => {
      database = await open()
      await database.knex.schema.createTable('items', (table) => void table.string('name'))
      db = database.guardedContext(() => undefined)
    })

    it('may send no statement that ends a transaction of the host or changes a shared connection', async () => {
      for (const sql of REFUSED) {
        expect(() => db.raw(sql), sql)
          .to.throw(/^A plugin may not send \[.+\]\. .+\.$/)
          .with.property('code', 'statement_refused')
        expect(() => db.schema.raw(sql), sql).to.throw(/may not send/)
      }
      for (const sql of ALLOWED) expect(() => db.raw(sql), sql).to.not.throw()
      await db('items').insert({ name: db.raw('?', ['a']) })
      expect(await db('items').pluck('name')).to.deep.equal(['a'])
    })

    it('may not do so in a transaction either, which is rolled back', async () => {
      const failed = db.transaction(async (transaction) => {
        await transaction('items').insert({ name: 'b' })
        await transaction.raw('commit')
      })
      expect(await failed.catch(String)).to.match(/may not send \[commit\]/)
      const begun = await db.transaction()
      expect(() => begun.raw('rollback')).to.throw(/may not send \[rollback\]/)
      await begun.rollback()
      expect(await db('items').pluck('name')).to.deep.equal(['a'])
    })

    it('may not do so in a migration, which is not applied then', async () => {
      const up = async (knex: Knex) => {
        await knex.schema.createTable('fleet_vans', (table) => void table.increments('id'))
        await knex.raw('commit')
      }
      const migrations = [{ name: '0001_vans', source_hash: 'a', up }]
      const failed = migrate({ database, owner: 'fleet', others: [], migrations })
      expect(await failed.catch(String)).to.match(/failed and was rolled back: A plugin may not send \[commit\]/)
      expect(await database.knex.schema.hasTable('fleet_vans')).to.equal(false)
    })
  })
})
