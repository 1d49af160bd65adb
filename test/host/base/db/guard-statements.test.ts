import { expect } from 'chai'
import type { Knex } from 'knex'
import type { Database } from '../../../../host/base/db/index.ts'
import { MadeStatements, migrate, otherHolder } from '../../../../host/base/db/index.ts'
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
  'create temporary table drafts (name text)',
  'drop table if exists temp.drafts',
  'explain select 1',
  'settings',
]

const CHANGES = [
  'DROP TABLE platform_users',
  'create table more (id integer)',
  'alter table items add column more text',
  ' -- faster\n CREATE UNIQUE INDEX items_name ON items (name)',
  'create trigger items_touched after insert on items begin select 1; end',
  'create or replace view names as select name from items',
  'drop view names',
]

const SCHEMA_CHANGES: Record<string, (schema: Knex.SchemaBuilder) => unknown> = {
  "dropTable('platform_users')": (schema) => schema.dropTable('platform_users'),
  "dropTableIfExists('items')": (schema) => schema.dropTableIfExists('items'),
  "createTable('more')": (schema) => schema.createTable('more', (table) => void table.increments()),
  "alterTable('items')": (schema) => schema.alterTable('items', (table) => void table.text('more')),
  "renameTable('items')": (schema) => schema.renameTable('items', 'things'),
}

const ADVICE =
  'Only migrations change tables: the host applies each once, and undoes it with its plugin. Write a migration.'

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

    it('may change no table outside of a migration', async () => {
      const check = (knex: Knex) => {
        for (const sql of CHANGES) {
          const told = new RegExp(`^A plugin may not send .*${ADVICE}$`)
          expect(() => knex.raw(sql), sql)
            .to.throw(told)
            .with.property('code', 'statement_refused')
          expect(() => knex.schema.raw(sql), sql).to.throw(told)
        }
        for (const [call, change] of Object.entries(SCHEMA_CHANGES))
          expect(() => change(knex.schema), call).to.throw(`A plugin may not call [db.schema.${call}]. ${ADVICE}`)
        expect(() => knex.raw('truncate items')).to.throw(/^A plugin may not send \[truncate items\]\..+delete/)
      }
      check(db)
      await db.transaction(async (transaction) => check(transaction))
      const begun = await db.transaction()
      check(begun)
      await begun.rollback()
      expect(await db.schema.hasTable('items')).to.equal(true)
      expect(await db.schema.hasColumn('items', 'more')).to.equal(false)
    })

    it('is told of a transaction that it does not await, by its name', async () => {
      const made = new MadeStatements()
      const work = database.guardedContext(() => undefined, { made: () => made }).transaction(async () => undefined)
      expect(made.left().map(({ name }) => name)).to.deep.equal(['db.transaction()'])
      expect(made.left()[0]?.origin.stack).to.include('guard-statements.test.ts')
      await work
      expect(made.left()).to.deep.equal([])
    })

    it('may read the tables of others, but not write to them', async () => {
      const knex = database.guardedContext(() => undefined, {
        others: otherHolder('fleet', { ids: () => ['fleet-desk'] }),
      })
      const told =
        'A plugin may not write to [fleet_desk_vans], which belongs to the plugin [fleet-desk]. Use its routes'
      const check = (knex: Knex) => {
        expect(() => knex('platform_users').where({ id: 1 }).delete()).to.throw(
          'A plugin may not write to [platform_users], which belongs to the platform.',
        )
        expect(() => knex('fleet_desk_vans').insert({ id: 1 })).to.throw(told)
        expect(() => knex.raw('update fleet_desk_vans set id = 1')).to.throw(told)
        expect(() => knex('fleet_vans').insert({ id: 1 })).to.not.throw()
        expect(() => knex('vans').delete()).to.not.throw()
        expect(() => knex('platform_users').select('id')).to.not.throw()
      }
      check(knex)
      await knex.transaction(async (transaction) => check(transaction))
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
