import { expect } from 'chai'
import type { Knex } from 'knex'
import { type Database, migrate, type Migration, MigrationError } from '../../../../host/base/db/index.ts'
import { eachDriver } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'

type Up = (knex: Knex) => unknown

const OTHERS = ['clients', 'fleet-desk']

describe('a migration and the tables of others', () => {
  eachDriver(({ open }) => {
    let database: Database
    beforeEach(async () => {
      database = await open()
      await database.knex.schema.createTable('clients_clients', (table) => {
        table.increments('id')
        table.string('name')
      })
      await database.knex('clients_clients').insert({ name: 'Ada' })
      await database.knex.schema.createTable('old_vans', (table) => void table.increments('id'))
      await run({ '001': (knex) => knex.schema.createTable('fleet_vans', (table) => void table.increments('id')) })
    })

    const run = (steps: Record<string, Up>) => {
      const migrations = Object.entries(steps).map(([name, up]): Migration => ({ name, source_hash: name, up }))
      return migrate({ database, owner: 'fleet', others: OTHERS, migrations })
    }

    /** Expects that the migration is refused and leaves nothing. Returns message and fix. */
    async function refused(up: Up): Promise<string> {
      const error = await rejection(run({ '002_bad': up }))
      expect(error).to.be.instanceOf(MigrationError)
      expect(error).to.include({ code: 'migration_table_foreign', migration: '002_bad' })
      expect(await database.knex('fleet_migrations').pluck('name')).to.deep.equal(['001'])
      expect(await database.knex('clients_clients').pluck('name')).to.deep.equal(['Ada'])
      return `${error.message} ${(error as MigrationError).fix}`
    }

    it('does not create a table whose name does not begin with the id of its plugin', async () => {
      const said = await refused((knex) => knex.schema.createTable('trips', (table) => void table.increments('id')))
      expect(said).to.equal(
        'The migration [002_bad] of [fleet] creates the table [trips], whose name does not begin with [fleet_]. Name it [fleet_trips].',
      )
      expect(await database.knex.schema.hasTable('trips')).to.equal(false)
      expect(await refused((knex) => knex.raw('CREATE VIEW trips AS SELECT 1 AS id'))).to.include('[trips]')
    })

    it('does not create one whose name belongs to another plugin or to the platform', async () => {
      const create = (name: string) =>
        refused((knex) => knex.schema.createTable(name, (table) => void table.increments('id')))
      expect(await create('clients_trips')).to.include('which belongs to the plugin [clients]')
      expect(await create('fleet_desk_trips')).to.include('which belongs to the plugin [fleet-desk]')
      expect(await create('platform_trips')).to.include('which belongs to the platform')
    })

    it('does not change the table of another plugin', async () => {
      const alter = (change: (table: Knex.AlterTableBuilder) => void) =>
        refused((knex) => knex.schema.alterTable('clients_clients', change))
      const said = 'changes the table [clients_clients], which belongs to the plugin [clients].'
      expect(await alter((table) => void table.string('van'))).to.include(said)
      expect(await alter((table) => void table.string('name').notNullable().alter())).to.include(said)
      expect(await alter((table) => void table.index(['name']))).to.include(said)
      expect(await refused((knex) => knex.schema.dropTable('clients_clients'))).to.include('drops the table')
      expect(await refused((knex) => knex.schema.renameTable('clients_clients', 'fleet_clients'))).to.include(
        'drops the table',
      )
    })

    it('does not write to the table of another plugin', async () => {
      for (const write of [
        (knex: Knex) => knex('clients_clients').insert({ name: 'Bob' }),
        (knex: Knex) => knex('clients_clients').update({ name: 'Bob' }),
        (knex: Knex) => knex('clients_clients').delete(),
        (knex: Knex) => knex.transaction((inner) => inner('clients_clients').insert({ name: 'Bob' })),
      ])
        expect(await refused(write)).to.include(
          'writes to the table [clients_clients], which belongs to the plugin [clients]',
        )
    })

    it('does not refer to the table of another plugin', async () => {
      const said = await refused((knex) =>
        knex.schema.createTable('fleet_trips', (table) => {
          table.integer('client_id').references('id').inTable('clients_clients')
        }),
      )
      expect(said).to.include('refers to the table [clients_clients]').and.to.include('without a foreign key')
    })

    it('may read it, and may do anything with tables of its own', async () => {
      await run({
        '002': async (knex) => {
          await knex.schema.createTable('fleet_trips', (table) => {
            table.increments('id')
            table.integer('van_id').references('id').inTable('fleet_vans').index()
          })
          await knex.schema.alterTable('fleet_vans', (table) => void table.string('name'))
          for (const { name } of await knex<{ name: string }>('clients_clients'))
            await knex('fleet_vans').insert({ name })
          await knex.schema.alterTable('fleet_vans', (table) => void table.string('name').notNullable().alter())
          await knex.raw('CREATE VIEW fleet_names AS SELECT name FROM fleet_vans')
        },
        '003': async (knex) => {
          await knex.raw('DROP VIEW fleet_names')
          await knex.schema.dropTable('fleet_trips')
          await knex.schema.renameTable('fleet_vans', 'fleet_cars')
        },
      })
      expect(await database.knex('fleet_cars').pluck('name')).to.deep.equal(['Ada'])
    })

    it('may give a table that nobody owns the right name, and may not use it before', async () => {
      expect(await refused((knex) => knex('old_vans').insert({}))).to.include(
        "Rename it first: `db.schema.renameTable('old_vans', 'fleet_old_vans')`",
      )
      await run({ '002': (knex) => knex.schema.renameTable('old_vans', 'fleet_old_vans') })
      expect(await database.knex.schema.hasTable('fleet_old_vans')).to.equal(true)
    })
  })
})
