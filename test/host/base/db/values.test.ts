import { expect } from 'chai'
import type { Database } from '../../../../host/base/db/index.ts'
import { eachDriver, eachSqlite } from '../../../helpers/databases.ts'

const TIME = new Date('2026-11-20T07:12:00.123Z')

describe('values', () => {
  eachDriver(({ open }) => {
    let database: Database
    before(async () => {
      database = await open()
      await database.knex.schema.createTable('kept', (table) => {
        table.increments('id')
        table.bigInteger('large')
        table.datetime('at')
        table.date('day')
        table.binary('bytes')
        table.string('text')
      })
    })

    type Row = Record<string, unknown>

    const keep = async (row: Row): Promise<Row> => {
      const [kept] = await database.knex<Row>('kept').insert(row).returning('*')
      return kept as Row
    }

    it('come back as JSON needs them: a time as ISO text, a date as a date, a count as a number', async () => {
      const row = await keep({ at: TIME, day: '2026-11-20', large: 5_000_000_000 })
      expect(row).to.include({ at: TIME.toISOString(), day: '2026-11-20', large: 5_000_000_000 })
      const [counted] = await database.knex('kept').count<{ count: unknown }[]>({ count: '*' })
      expect(counted?.count).to.be.a('number')
    })

    it('may be a BigInt', async () => {
      expect(await keep({ large: 12n })).to.include({ large: 12 })
      const found: unknown = await database.knex<Row>('kept').where({ large: 12n }).first('large')
      expect(found).to.deep.equal({ large: 12 })
    })

    it('keep a large BigInt exact', async () => {
      const large = 2n ** 60n
      await database.knex<Row>('kept').insert({ large, text: 'large' })
      expect(await database.knex<Row>('kept').where({ large }).pluck('text')).to.deep.equal(['large'])
      await database.knex('kept').where({ text: 'large' }).delete()
    })

    it('keep bytes as a Buffer', async () => {
      const { bytes } = await keep({ bytes: Buffer.from([0, 1, 255]) })
      expect(Buffer.isBuffer(bytes)).to.equal(true)
      expect(bytes).to.deep.equal(Buffer.from([0, 1, 255]))
    })

    it('come as ordinary objects', async () => {
      await keep({ text: 'a' })
      const all: unknown = await database.knex<Row>('kept').first()
      const some: unknown = await database.knex<Row>('kept').first('text')
      for (const row of [all, some]) expect(Object.getPrototypeOf(row)).to.equal(Object.prototype)
    })
  })
})

describe('values on SQLite', () => {
  eachSqlite(({ open }) => {
    let database: Database
    before(async () => {
      database = await open()
      await database.knex.schema.createTable('kept', (table) => {
        table.increments('id')
        table.specificType('any', 'any')
      })
    })

    const stored = async (value: unknown) => {
      const rows = await database.knex.raw<{ value: unknown; type: string }[]>('select ? as value, typeof(?) as type', [
        value,
        value,
      ] as never)
      return rows[0]
    }

    it('are bound in the same way by both drivers', async () => {
      expect(await stored(true)).to.deep.equal({ value: 1, type: 'integer' })
      expect(await stored(false)).to.deep.equal({ value: 0, type: 'integer' })
      expect(await stored(7n)).to.deep.equal({ value: 7, type: 'integer' })
      expect(await stored(TIME)).to.deep.equal({ value: TIME.toISOString(), type: 'text' })
      expect(await stored({ a: [1] })).to.deep.equal({ value: '{"a":[1]}', type: 'text' })
      expect(await stored(null)).to.deep.equal({ value: null, type: 'null' })
    })

    it('include the id of an insert and the count of a change', async () => {
      const inserted = await database.knex('kept').insert({ any: 'a' })
      expect(inserted[0]).to.be.a('number')
      const ids = await Promise.all([1, 2, 3, 4].map((any) => database.knex('kept').insert({ any })))
      expect(new Set(ids.flat()).size).to.equal(4)
      expect(await database.knex('kept').update({ any: 'b' })).to.equal(5)
      expect(await database.knex('kept').delete()).to.equal(5)
    })

    it('follow a table whose columns change while its statements are cached', async () => {
      const read = () => database.reader('kept').first()
      const explicit = () => database.reader('kept').first('id')
      await database.knex('kept').insert({ any: 'a' })
      await read()
      await explicit()
      await database.knex.schema.alterTable('kept', (table) => table.renameColumn('any', 'renamed'))
      expect(await read()).to.include({ renamed: 'a' })
      await database.knex.schema.alterTable('kept', (table) => void table.string('added').defaultTo('new'))
      expect(await read()).to.include({ renamed: 'a', added: 'new' })
      expect(await explicit()).to.have.all.keys('id')
    })

    it('of pragmas take effect each time', async () => {
      const setting = async () => (await database.knex.raw<{ foreign_keys: number }[]>('PRAGMA foreign_keys'))[0]
      for (const wanted of [0, 1, 0, 1]) {
        await database.knex.raw(`PRAGMA foreign_keys = ${wanted}`)
        expect(await setting()).to.deep.equal({ foreign_keys: wanted })
      }
    })

    it('come from far more statements than are cached', async () => {
      for (let number = 0; number < 500; number++) {
        expect(await database.knex.raw(`select ${number} as number`)).to.deep.equal([{ number }])
      }
    })
  })
})
