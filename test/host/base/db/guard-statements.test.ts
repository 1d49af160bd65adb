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

/** Changes of tables and views: the platform owns `platform_…`, another plugin `fleet_desk_…`. */
const OF_OTHERS: Readonly<Record<string, string>> = {
  'DROP TABLE platform_users': 'platform_users',
  'alter table "platform_users" add column more text': 'platform_users',
  'drop table if exists public.fleet_desk_vans': 'fleet_desk_vans',
  ' -- faster\n CREATE UNIQUE INDEX fleet_faster ON platform_users (name)': 'platform_users',
  'create trigger fleet_touched after insert on fleet_desk_vans begin select 1; end': 'fleet_desk_vans',
  'create or replace view platform_names as select 1': 'platform_names',
  'truncate table platform_audit': 'platform_audit',
}
const OF_ITS_OWN = [
  'create table if not exists fleet_more (platform_id integer)',
  'create index fleet_vans_name on fleet_vans (name)',
  'create view names as select name from platform_users',
  'drop table items',
]

const SCHEMA_CHANGES: Record<string, (schema: Knex.SchemaBuilder) => unknown> = {
  dropTable: (schema) => schema.dropTable('platform_users'),
  createTable: (schema) => schema.createTable('platform_users', (table) => void table.increments()),
  alterTable: (schema) => schema.alterTable('platform_users', (table) => void table.text('more')),
  renameTable: (schema) => schema.renameTable('platform_users', 'things'),
}

describe('A plugin', () => {
  eachDriver(({ open }) => {
    let database: Database
    let db: Knex
    before(async () => {
      database = await open()
      await database.knex.schema.createTable('items', (table) => void table.string('name'))
      db = database.guardedContext()
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

    it('is told of a transaction that it does not await, by its name', async () => {
      const made = new MadeStatements()
      const work = database.guardedContext({ made: () => made }).transaction(async () => undefined)
      expect(made.left().map(({ name }) => name)).to.deep.equal(['db.transaction()'])
      expect(made.left()[0]?.origin.stack).to.include('guard-statements.test.ts')
      await work
      expect(made.left()).to.deep.equal([])
    })

    describe('among others', () => {
      let knex: Knex
      before(() => {
        knex = database.guardedContext({
          others: otherHolder('fleet', { ids: () => ['fleet-desk'] }),
        })
      })
      /** In each kind of transaction too. */
      const everywhere = async (check: (knex: Knex) => void) => {
        check(knex)
        await knex.transaction(async (transaction) => check(transaction))
        const begun = await knex.transaction()
        check(begun)
        await begun.rollback()
      }

      it('may not change their tables, but its own', () =>
        everywhere((knex) => {
          for (const [sql, table] of Object.entries(OF_OTHERS))
            for (const send of [knex.raw, knex.schema.raw])
              expect(() => send(sql), sql)
                .to.throw(`A plugin may not change the table [${table}], which belongs to `)
                .with.property('code', 'statement_refused')
          for (const sql of OF_ITS_OWN) expect(() => knex.raw(sql), sql).to.not.throw()
          for (const [method, change] of Object.entries(SCHEMA_CHANGES))
            expect(() => change(knex.schema), method).to.throw('A plugin may not change the table [platform_users]')
          expect(() => knex.schema.dropTableIfExists('fleet_desk_vans')).to.throw('the plugin [fleet-desk]')
          expect(() => knex.schema.createTable('fleet_more', () => undefined)).to.not.throw()
        }))

      it('may read the tables of the platform, but not write to them', () =>
        everywhere((knex) => {
          const told = 'A plugin may not write to [platform_users], which belongs to the platform. Use its routes'
          expect(() => knex('platform_users').where({ id: 1 }).delete()).to.throw(told)
          expect(() => knex.raw('update platform_users set id = 1')).to.throw(told)
          expect(() => knex('fleet_vans').insert({ id: 1 })).to.not.throw()
          expect(() => knex('fleet_desk_vans').insert({ id: 1 })).to.not.throw()
          expect(() => knex('vans').delete()).to.not.throw()
          expect(() => knex('platform_users').select('id')).to.not.throw()
        }))
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
