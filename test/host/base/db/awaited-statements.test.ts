import { setImmediate as endOfTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import type { Knex } from 'knex'
import type { Database } from '../../../../host/base/db/index.ts'
import { migrate } from '../../../../host/base/db/index.ts'
import { eachDriver } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'

const create = (knex: Knex, name: string) => knex.schema.createTable(name, (table) => void table.integer('id'))
const addRow = async (knex: Knex, id: number) => void (await knex('fleet_vans').insert({ id }))

/** What is not awaited, and how it is named. */
const FORGOTTEN: Readonly<Record<string, [statement: string, up: (knex: Knex) => unknown]>> = {
  'a table that is created': ["db.schema.createTable('fleet_cars')", (knex) => void create(knex, 'fleet_cars')],
  'a row that is inserted': ["db('fleet_vans').insert()", (knex) => void knex('fleet_vans').insert({ id: 2 })],
  'a row that is deleted': ["db('fleet_vans').del()", (knex) => void knex('fleet_vans').del()],
  'a statement in SQL': ["db.raw('delete from fleet_vans')", (knex) => void knex.raw('delete from fleet_vans')],
  'a statement that was sent': [
    "db('fleet_vans').insert()",
    (knex) => void knex('fleet_vans').insert({ id: 2 }).then(),
  ],
  'a function that uses the database': ["db('fleet_vans').insert()", (knex) => void addRow(knex, 2)],
  'what a loop begins': ["db('fleet_vans').insert()", (knex) => void [2, 3].map((id) => addRow(knex, id))],
  'what begins after a promise': [
    "db('fleet_vans').insert()",
    (knex) => void Promise.resolve().then(() => addRow(knex, 2)),
  ],
  'a nested transaction': [
    'db.transaction()',
    (knex) => void knex.transaction((nested) => addRow(nested, 2)).catch(() => undefined),
  ],
  'a transaction that is begun by hand': ['db.transaction()', async (knex) => addRow(await knex.transaction(), 2)],
  'a transaction that is begun by hand and not awaited': ['db.transaction()', (knex) => void knex.transaction()],
}

const AWAITED: Readonly<Record<string, (knex: Knex) => unknown>> = {
  'are awaited together': (knex) => Promise.all([2, 3].map((id) => addRow(knex, id))),
  'are returned': (knex) => knex('fleet_vans').insert({ id: 2 }),
  'are in a transaction that is awaited': (knex) => knex.transaction((nested) => addRow(nested, 2)),
  'are in a transaction that is committed by hand': async (knex) => {
    const nested = await knex.transaction()
    await addRow(nested, 2)
    await nested.commit()
  },
  'are in a transaction that is rolled back by hand': async (knex) => {
    const nested = await knex.transaction()
    await addRow(nested, 2)
    await nested.rollback()
  },
  'are parts of others': async (knex) => {
    const rows = knex('fleet_vans').select('id')
    await knex('fleet_vans').insert(rows)
    await knex.schema.createTable('fleet_trips', (table) => void table.string('at').defaultTo(knex.fn.now()))
    await knex('fleet_vans')
      .where('id', 1)
      .update({ id: knex.raw('id + 1') })
  },
  'only read, and are not needed after all': (knex) => void knex('fleet_vans').select('id'),
}

const reasonOf = (statement: string) =>
  statement === 'db.transaction()'
    ? `while its transaction [${statement}] was open`
    : `before its statement [${statement}], which it does not await`

describe('The statements of a migration', () => {
  eachDriver(({ open }) => {
    let database: Database
    before(async () => {
      database = await open()
      await run({ name: '001', up: (knex) => create(knex, 'fleet_vans') })
      await addRow(database.knex, 1)
    })

    const run = (migration: { name: string; up: (knex: Knex) => unknown }) =>
      migrate({ database, owner: 'fleet', migrations: [{ ...migration, source_hash: migration.name }] })

    for (const [what, [statement, up]] of Object.entries(FORGOTTEN))
      it(`have to be awaited: ${what} is refused with its line, and nothing of it is left`, async () => {
        const error = await rejection(run({ name: '002', up }))
        expect(error).to.include({
          code: 'migration_not_awaited',
          message: `The migration [002] of [fleet] ended ${reasonOf(statement)}. It was rolled back.`,
        })
        expect(error).to.have.nested.property('origin.stack').that.includes('awaited-statements.test.ts')
        expect(await database.knex('fleet_vans').pluck('id')).to.deep.equal([1])
        expect(await database.knex('fleet_migrations').pluck('name')).to.deep.equal(['001'])
      })

    for (const [what, up] of Object.entries(AWAITED))
      it(`are accepted if they ${what}`, async () => {
        expect((await run({ name: `may ${what}`, up })).applied).to.deep.equal([`may ${what}`])
      })

    it('are forgotten once they have ended, so that a migration may read more than the memory holds', async () => {
      setFlagsFromString('--expose-gc')
      const collect = runInNewContext('gc') as () => void
      const read: WeakRef<object>[] = []
      let held = 0
      const up = async (knex: Knex) => {
        for (let count = 0; count < 50; count += 1) read.push(new WeakRef(await knex('fleet_vans').select('id')))
        await endOfTurn()
        collect()
        held = read.filter((rows) => rows.deref() !== undefined).length
      }
      await run({ name: 'reads much', up })
      expect(held).to.be.below(10)
    })
  })
})
