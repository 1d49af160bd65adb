import { type Caller, table_store } from '@atrium/sdk'
import { as_caller } from '@atrium/sdk/host'
import { expect } from 'chai'
import type { Knex } from 'knex'
import { type Database, migrate, undoMigrations } from '../../../../host/base/db/index.ts'
import { silentLogger } from '../../../../host/base/log/index.ts'
import { SearchIndexes } from '../../../../host/core/search/index.ts'
import { eachDriver, target as on } from '../../../helpers/databases.ts'
import {
  createPeople,
  idsFound,
  inMemory,
  inMemoryOf,
  PEOPLE,
  Person,
  RULES,
  SEARCHES,
} from '../../../helpers/searched-people.ts'

/** A table that gets no index is a warning. */
const log = {
  ...silentLogger,
  warn: (message: string, { err }: Record<string, unknown> = {}) => {
    throw new Error(message, { cause: err })
  },
}

describe('The index of a search', () => {
  eachDriver((target) => {
    const { dialect } = target
    let database: Database
    let indexes: SearchIndexes
    const statements: string[] = []
    before(async () => {
      const place = await target.place()
      database = await target.open(place)
      if (dialect === 'postgres') {
        // It would read a small table without the index.
        await database.knex.raw(`alter database ?? set enable_seqscan = off`, [
          new URL(place.url ?? '').pathname.slice(1),
        ])
        database = await target.open(place)
      }
      await createPeople(database.knex, 'clients_people')
      indexes = new SearchIndexes({
        database,
        log,
        fewestRows: 1,
      })
      for (const knex of [database.knex, database.reader])
        knex.on('query', ({ sql }: { sql: string }) => statements.push(sql))
    })
    after(() => indexes.close())

    const store = () => table_store(database.context, 'clients_people', Person, RULES)
    const indexed = async (of = store()) => {
      indexes.follow('clients', [of])
      await indexes.review()
      return of
    }
    const usesIndex = async (of: ReturnType<typeof store>) => {
      statements.length = 0
      await idsFound(of, 'maximilian')
      const candidates =
        dialect === 'sqlite' ? /^select .*"id" in \(select value from json_each/ : /^select .*translate\(.* like /
      return statements.some((sql) => candidates.test(sql))
    }

    const namesOfIndex = async () => {
      const rows =
        dialect === 'sqlite'
          ? database.knex('sqlite_master').where('sql', 'like', 'CREATE VIRTUAL%').pluck<string[]>('name')
          : database.knex('pg_indexes').where('indexname', 'like', 'platform_search%').pluck<string[]>('indexname')
      return rows
    }

    it('finds the same records as without it', async () => {
      const table = await indexed()
      expect(await usesIndex(table)).to.equal(true)
      for (const text of [...SEARCHES, 'zoe muller', '% hauptstrasse', 'nguyễn søren'])
        expect(await idsFound(table, text), JSON.stringify(text)).to.deep.equal(await idsFound(inMemory, text))
    })

    it('knows what was inserted, changed and deleted since, by whatever statement', async () => {
      const table = await indexed()
      const { id } = await table.create({ name: 'Kaspar Überall' })
      expect(await idsFound(table, 'ueberall')).to.deep.equal([id])
      await database.knex('clients_people').where({ id }).update({ name: 'Melchior Łaski' })
      expect(await idsFound(table, 'überall')).to.deep.equal([])
      expect(await idsFound(table, 'laski melchior')).to.deep.equal([id])
      const row = { id, name: 'Balthasar', version: 2 }
      await database.knex('clients_people').insert(row).onConflict('id').merge()
      expect(await idsFound(table, 'balthasar')).to.deep.equal([id])
      await database.knex('clients_people').where({ id }).update({ id: 9_999 })
      expect(await idsFound(table, 'balthasar')).to.deep.equal([9_999])
      await database.knex('clients_people').where({ id: 9_999 }).delete()
      expect(await idsFound(table, 'balthasar')).to.deep.equal([])
    })

    it('widens nothing: what the caller may not search or see is not found', async () => {
      const table = await indexed()
      const access = (where: string, hidden: string[]): Caller => ({
        ...{ id: 'user:1', kind: 'person', name: 'Ada', can: () => true },
        scope: () => [{ where, hidden, read_only: [] }],
      })
      expect(await idsFound(table, 'zoe')).to.include(1)
      expect(await as_caller(access('', ['name']), () => idsFound(table, 'zoe'))).to.deep.equal([])
      expect(await as_caller(access('id=2', []), () => idsFound(table, 'mueller'))).to.deep.equal([2])
    })

    it('finds the same records if too many match to name them one by one', async () => {
      const hidden: Caller = {
        ...{ id: 'user:1', kind: 'person', name: 'Ada', can: () => true },
        scope: () => [{ where: '', hidden: ['name'], read_only: [] }],
      }
      const manyMatch = new SearchIndexes({ database, log, fewestRows: 1, mostNamed: 0 })
      // Accents that are characters of their own have to be compared.
      const unmarked = PEOPLE.filter(({ name, phone = '' }) => !/[\u0300-\u036f]/.test(name + phone)).map(
        (person, at) => ({ ...person, id: at + 1 }),
      )
      await createPeople(database.knex, 'clients_unmarked', unmarked)
      for (const [name, people] of [['clients_people', PEOPLE] as const, ['clients_unmarked', unmarked] as const]) {
        const [table, expected] = [table_store(database.context, name, Person, RULES), inMemoryOf(people)]
        manyMatch.follow('clients', [table])
        await manyMatch.review()
        statements.length = 0
        for (const text of [...SEARCHES, 'zoe muller', '% hauptstrasse', 'e s', 'a_b', 'anna-maria weiss', 'm 5'])
          expect(await idsFound(table, text), JSON.stringify(text)).to.deep.equal(await idsFound(expected, text))
        const test = name === 'clients_people' ? 'coalesce' : 'exists '
        const reading = new RegExp(String.raw`^select .*${test}\(.*from "platform_search_\w+_texts"`)
        expect(statements.some((sql) => reading.test(sql))).to.equal(dialect === 'sqlite')
        expect(await as_caller(hidden, () => idsFound(table, 'zoe'))).to.deep.equal([])
      }
      await manyMatch.close()
      await database.knex.schema.dropTable('clients_unmarked')
    })

    it('is used again once migrations have changed the table, and finds everything meanwhile', async () => {
      const table = await indexed()
      const migrations = [
        {
          name: '001_people',
          source_hash: '1',
          up: async (knex: Knex) => {
            await knex.schema.alterTable('clients_people', (columns) => void columns.text('notes').index())
            await knex.raw('alter table clients_people rename column phone to number')
            await knex.raw('alter table clients_people rename column number to phone')
            await knex.raw('alter table clients_people add column gone text')
            await knex.raw('alter table clients_people drop column gone')
            await knex.schema.alterTable('clients_people', (columns) => void columns.text('name').nullable().alter())
          },
        },
      ]
      await migrate({ database, owner: 'clients', others: [], migrations })
      const { id } = await table.create({ name: 'Maximilian' })
      expect(await idsFound(table, 'maximilian')).to.deep.equal([id])
      await indexes.review()
      const next = await indexed()
      expect(await usesIndex(next)).to.equal(true)
      expect(await idsFound(next, 'maximilian')).to.deep.equal([id])
      await next.delete(id)
    })

    it('is used again once migrations were undone, and finds everything meanwhile', async () => {
      const table = await indexed()
      const columns = { add: 'add column later text', drop: 'drop column later' }
      const alter = (change: string) => async (knex: Knex) => {
        await knex.raw(`alter table clients_people rename column phone to number`)
        await knex.raw(`alter table clients_people rename column number to phone`)
        await knex.raw(`alter table clients_people ${change}`)
      }
      const migrations = [
        { name: '001_people', source_hash: '1', up: async () => undefined },
        { name: '002_later', source_hash: '2', up: alter(columns.add), down: alter(columns.drop) },
      ]
      const options = { database, owner: 'clients', others: [], migrations }
      await migrate(options)
      await indexes.review()
      await indexed(table)
      const { id } = await table.create({ name: 'Maximilian' })
      const { undone, deleted } = await undoMigrations({ ...options, to: '001_people', rehearse: false })
      expect([undone, deleted]).to.deep.equal([['002_later'], []])
      expect(await idsFound(table, 'maximilian')).to.deep.equal([id])
      const next = await indexed()
      expect(await usesIndex(next)).to.equal(true)
      expect(await namesOfIndex()).to.have.lengthOf(1)
      expect(await idsFound(next, 'maximilian')).to.deep.equal([id])
      await next.delete(id)
    })

    it('is kept at the next start, and made anew for other fields', async () => {
      await indexed()
      const before = await namesOfIndex()
      expect(before).to.have.lengthOf(1)
      await indexed()
      expect(await namesOfIndex()).to.deep.equal(before)
      await indexed(table_store(database.context, 'clients_people', Person, { search: ['name'] }))
      const after = await namesOfIndex()
      expect(after).to.have.lengthOf(1)
      expect(after).not.to.deep.equal(before)
    })
  })

  describe('on postgres', () => {
    const postgres = on('postgres')

    it('is made by one of two hosts, even after an attempt that was cut off, and read by the planner', async () => {
      const database = await postgres.open()
      await createPeople(database.knex, 'clients_people')
      await database.knex.raw(
        `insert into clients_people (name, phone, version) select 'Person ' || n, '555' || n, 1 from generate_series(1, 20000) as n`,
      )
      await database.knex.schema.alterTable(
        'clients_people',
        (table) => void table.index('name', 'platform_search_left'),
      )
      await database.knex.raw(
        `update pg_index set indisvalid = false where indexrelid = 'platform_search_left'::regclass`,
      )
      const hosts = [1, 2].map(() => new SearchIndexes({ database, log }))
      const store = table_store(database.context, 'clients_people', Person, RULES)
      for (const host of hosts) host.follow('clients', [store])
      await Promise.all(hosts.map((host) => host.review()))
      const { rows: indexes } = await database.knex.raw<{ rows: { indisvalid: boolean }[] }>(INDEXES)
      expect(indexes).to.deep.equal([{ indisvalid: true }])

      const statements: { sql: string; bindings: string[] }[] = []
      database.knex.on('query', (statement: (typeof statements)[number]) => statements.push(statement))
      expect(await idsFound(store, 'hauptstrasse')).to.deep.equal([4])
      expect(await idsFound(store, '555 0103')).to.include(8)
      const { sql = '', bindings = [] } = statements.find(({ sql }) => sql.startsWith('select')) ?? {}
      const explained = sql.replaceAll(/\$\d+/g, '?').replaceAll('\\?', '')
      const plan = await database.knex.raw<{ rows: Record<string, string>[] }>(`explain ${explained}`, bindings)
      expect(JSON.stringify(plan.rows)).to.match(/Bitmap Index Scan on platform_search_/)
      await Promise.all(hosts.map((host) => host.close()))
    })
  })
})

const INDEXES = `select indisvalid from pg_index where indexrelid::regclass::text like 'platform_search_%'`
