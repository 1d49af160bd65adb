import { ApiError, type Attempt, type Caller, table_store, Type } from '@atrium/sdk'
import { as_caller } from '@atrium/sdk/host'
import { expect } from 'chai'
import type { Database } from '../../../host/base/db/index.ts'
import { eachDatabase } from '../../helpers/databases.ts'
import { rejection } from '../../helpers/rejection.ts'

const Tag = Type.Object({
  id: Type.String({ format: 'uuid', readOnly: true }),
  text: Type.String(),
  owner_id: Type.Integer(),
  notes: Type.Optional(Type.String()),
})

const SEVEN: Caller = {
  id: '7',
  kind: 'person',
  name: 'Ada',
  can: () => true,
  scope: () => [{ where: 'owner_id=7', hidden: [], read_only: [] }],
}

/** The texts that were made, and what the others failed with. */
const told = (attempts: readonly Attempt<{ text: string }>[]) =>
  attempts.map((attempt) => ('value' in attempt ? attempt.value.text : (attempt.error as ApiError).code))

describe('a table store makes many records', () => {
  eachDatabase((target) => {
    let database: Database
    before(async () => {
      database = await target.open()
      await database.knex.schema.createTable('tags', (table) => {
        table.uuid('id').primary()
        table.text('text').notNullable().unique()
        table.integer('owner_id').notNullable()
        table.text('notes')
        table.integer('version').notNullable()
      })
    })
    beforeEach(() => database.knex('tags').delete())

    const open = (options: Parameters<typeof table_store<typeof Tag>>[3] = {}) =>
      table_store(database.context, 'tags', Tag, options)
    const statements = async (run: () => Promise<unknown>) => {
      let count = 0
      const listen = ({ sql }: { sql: string }) => void (count += /^insert/i.test(sql) ? 1 : 0)
      database.knex.on('query', listen)
      await run()
      database.knex.removeListener('query', listen)
      return count
    }
    const texts = (...values: string[]) => values.map((text) => ({ text, owner_id: 7 }))

    it('by one statement, and tells of all together', async () => {
      const heard: string[][] = []
      const store = open({
        before: (record) => ({ ...record, text: `${record.text}!` }),
        after: () => expect.fail('told one by one'),
        after_many: (records) => void heard.push(records.map(({ text }) => text)),
      })
      expect(await statements(() => store.create_many(texts('a', 'b', 'c')))).to.equal(1)
      expect(heard).to.deep.equal([['a!', 'b!', 'c!']])
      expect(await statements(() => open().create_many(texts('d', 'e')))).to.equal(1)
    })

    it('one after the other where its hooks were made for one alone', async () => {
      const heard: string[] = []
      const store = open({ after: ({ text }) => void heard.push(text) })
      expect(await statements(() => store.create_many(texts('a', 'b')))).to.equal(2)
      expect(heard).to.deep.equal(['a', 'b'])
    })

    it('and tells of one alone as of many where that is all it knows', async () => {
      const heard: number[] = []
      await open({ after_many: (records) => void heard.push(records.length) }).create({ text: 'a', owner_id: 7 })
      expect(heard).to.deep.equal([1])
    })

    it('but those that are refused, each for its own reason', async () => {
      await open().create({ text: 'taken', owner_id: 7 })
      const store = open({
        before: (record) => {
          if (record.text === '') throw new ApiError('validation_failed', { detail: 'No text.' })
          return record
        },
        after_many: () => undefined,
      })
      const attempts = await store.create_many(texts('a', '', 'taken', 'b', 'a'))
      expect(attempts.map((attempt) => 'value' in attempt)).to.deep.equal([true, false, false, true, false])
      expect(told(attempts).slice(0, 2)).to.deep.equal(['a', 'validation_failed'])
      expect(await database.knex('tags').orderBy('text').pluck('text')).to.deep.equal(['a', 'b', 'taken'])
    })

    it('only where the caller could read them afterwards', async () => {
      const values = [...texts('mine'), { text: 'foreign', owner_id: 8 }, ...texts('mine too')]
      const attempts = await as_caller(SEVEN, () => open().create_many(values))
      expect(told(attempts)).to.deep.equal(['mine', 'permission_denied', 'mine too'])
      expect(await database.knex('tags')).to.have.lengthOf(2)
    })

    it('more than one statement takes, in the order given', async () => {
      const values = Array.from({ length: 1201 }, (_, at) => ({ text: `t${at}`, owner_id: at }))
      const attempts = await open().create_many(values)
      expect(told(attempts)).to.deep.equal(values.map(({ text }) => text))
    })

    it('with the transaction around it, or not at all', async () => {
      await rejection(
        database.transaction(async () => {
          await open().create_many(texts('a', 'b'))
          throw new Error('no')
        }),
      )
      expect(await database.knex('tags')).to.be.empty
    })
  })
})
