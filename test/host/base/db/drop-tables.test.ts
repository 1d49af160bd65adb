import { expect } from 'chai'
import { dropTables, migrate } from '../../../../host/base/db/index.ts'
import type { Database, Migration } from '../../../../host/base/db/index.ts'
import { eachDriver } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'

/** Migrations that create tables with these names, each with an id. */
const tables = (...names: string[]): Migration[] =>
  names.map((name) => ({
    name,
    source_hash: '1',
    up: (knex) => knex.schema.createTable(name, (table) => void table.integer('id').primary()),
  }))

const isThere = (database: Database, name: string) => database.knex.schema.hasTable(name)

describe('Dropping the tables of a plugin', () => {
  eachDriver((target) => {
    it('drops its tables, its views and its ledger, so that its migrations create them again', async () => {
      const database = await target.open()
      const migrations = [
        ...tables('booking_slots'),
        {
          name: 'view',
          source_hash: '1',
          up: (knex: Database['knex']) =>
            knex.schema.createView('booking_free', (view) => view.as(knex('booking_slots'))),
        },
      ]
      await migrate({ database, owner: 'booking', migrations })
      expect(await dropTables(database, 'booking', { others: [] })).to.deep.equal([
        'booking_free',
        'booking_migrations',
        'booking_slots',
      ])
      expect((await migrate({ database, owner: 'booking', migrations })).applied).to.deep.equal([
        'booking_slots',
        'view',
      ])
    })

    it('drops tables that refer to each other', async () => {
      const database = await target.open()
      await database.knex.schema.createTable('booking_a', (table) => {
        table.integer('id').primary()
        table.integer('b')
      })
      await database.knex.schema.createTable('booking_b', (table) => {
        table.integer('id').primary()
        table.integer('a').references('booking_a.id')
      })
      if (target.dialect === 'postgres')
        await database.knex.raw('alter table booking_a add foreign key (b) references booking_b (id)')
      await database.knex('booking_a').insert({ id: 1 })
      await database.knex('booking_b').insert({ id: 1, a: 1 })
      expect(await dropTables(database, 'booking', { others: [] })).to.deep.equal(['booking_a', 'booking_b'])
    })

    it('keeps those of a plugin whose id starts alike, if it has a ledger or is known', async () => {
      const database = await target.open()
      await migrate({ database, owner: 'booking', migrations: tables('booking_slots') })
      await migrate({ database, owner: 'booking-desk', migrations: tables('booking_desk_items') })
      await database.knex.schema.createTable('booking_hall_seats', (table) => void table.integer('id'))
      expect(await dropTables(database, 'booking', { others: ['booking', 'booking-hall'] })).to.deep.equal([
        'booking_migrations',
        'booking_slots',
      ])
      for (const name of ['booking_desk_items', 'booking_desk_migrations', 'booking_hall_seats'])
        expect(await isThere(database, name), name).to.equal(true)
    })

    it('drops a table that is only named like a ledger', async () => {
      const database = await target.open()
      await migrate({ database, owner: 'booking', migrations: tables('booking_bird_migrations') })
      expect(await dropTables(database, 'booking', { others: [] })).to.include('booking_bird_migrations')
    })

    it('changes nothing if another owner’s table depends on one of them', async () => {
      const database = await target.open()
      await migrate({ database, owner: 'booking', migrations: tables('booking_slots', 'booking_notes') })
      await database.knex.schema.createTable('clients_visits', (table) => {
        table.integer('slot').references('booking_slots.id')
      })
      await database.knex('booking_slots').insert({ id: 1 })
      await database.knex('clients_visits').insert({ slot: 1 })
      await rejection(dropTables(database, 'booking', { others: [] }))
      for (const name of ['booking_slots', 'booking_notes', 'booking_migrations'])
        expect(await isThere(database, name), name).to.equal(true)
    })

    it('drops nothing if there is nothing', async () => {
      expect(await dropTables(await target.open(), 'booking', { others: [] })).to.deep.equal([])
    })
  })
})
