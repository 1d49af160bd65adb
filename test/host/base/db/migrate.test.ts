import { expect } from 'chai'
import type { Knex } from 'knex'
import { migrate, MigrationError } from '../../../../host/base/db/index.ts'
import type { Database, Migration, VerifyTables } from '../../../../host/base/db/index.ts'
import { createLogger } from '../../../../host/base/log/index.ts'
import { eachDriver } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'

const createItems: Migration = {
  name: '001_items',
  source_hash: 'a1',
  up: (knex) => knex.schema.createTable('fleet_cars_items', (table) => void table.string('name')),
}
const addNotes: Migration = {
  name: '002_notes',
  source_hash: 'b1',
  up: (knex) => knex.schema.alterTable('fleet_cars_items', (table) => void table.string('notes')),
}

describe('migrations', () => {
  eachDriver(({ open, place, dialect }) => {
    let database: Database
    beforeEach(async () => {
      database = await open()
    })

    const run = (migrations: Migration[]) => migrate({ database, owner: 'fleet-cars', migrations })
    const hasColumn = (name: string) => database.knex.schema.hasColumn('fleet_cars_items', name)

    it('are applied in order and recorded in the table of their owner', async () => {
      expect(await run([createItems, addNotes])).to.deep.equal({ applied: ['001_items', '002_notes'], unknown: [] })
      const rows: unknown[] = await database.knex('fleet_cars_migrations').orderBy('name').select('name', 'source_hash')
      expect(rows).to.deep.equal([
        { name: '001_items', source_hash: 'a1' },
        { name: '002_notes', source_hash: 'b1' },
      ])
    })

    it('are applied once: only new ones run', async () => {
      await run([createItems])
      expect((await run([createItems, addNotes])).applied).to.deep.equal(['002_notes'])
      expect((await run([createItems, addNotes])).applied).to.be.empty
    })

    it('cost one query when there is nothing to do', async () => {
      await run([createItems])
      const queries: string[] = []
      const count = ({ sql }: { sql: string }) => void queries.push(sql)
      for (const knex of new Set([database.knex, database.reader])) knex.on('query', count)
      await run([createItems])
      expect(queries).to.have.lengthOf(1)
    })

    it('leave nothing behind if an owner has no migrations', async () => {
      await run([])
      expect(await database.knex.schema.hasTable('fleet_cars_migrations')).to.equal(false)
    })

    it('are refused, naming the one, if an applied one was changed; nothing is applied', async () => {
      await run([createItems])
      const error = await rejection(run([{ ...createItems, source_hash: 'a2' }, addNotes]))
      expect(error).to.be.instanceOf(MigrationError)
      expect(error).to.include({ code: 'migration_changed', owner: 'fleet-cars', migration: '001_items' })
      expect(error.message).to.include('[001_items]')
      expect(await hasColumn('notes')).to.equal(false)
    })

    it('keep nothing of one that fails, and everything before it', async () => {
      const cause = new Error('half-way')
      const failing: Migration = {
        name: '003_fails',
        source_hash: 'c1',
        up: async (knex) => {
          await addNotes.up(knex)
          throw cause
        },
      }
      const error = await rejection(run([createItems, failing]))
      expect(error).to.include({ code: 'migration_failed', migration: '003_fails', cause })
      expect(await hasColumn('notes')).to.equal(false)
      expect((await run([createItems, addNotes])).applied).to.deep.equal(['002_notes'])
    })

    it('are given up when they send no statement for some time, so that others get the writer', async () => {
      const hanging: Migration = {
        name: '001_hangs',
        source_hash: 'h1',
        up: async (knex) => {
          await createItems.up(knex)
          await new Promise(() => undefined)
        },
      }
      const error = await rejection(migrate({ database, owner: 'fleet-cars', migrations: [hanging], idleLimit: 50 }))
      expect(error).to.include({ code: 'migration_failed', migration: '001_hangs' })
      expect(error.message).to.include('It sent no statement for 0.05 s.')
      expect((await run([createItems])).applied).to.deep.equal(['001_items'])
    })

    it('are given up when a transaction that they have begun by hand keeps them waiting', async () => {
      const waiting: Migration = {
        name: '001_waits',
        source_hash: 'w1',
        up: async (knex) => {
          await createItems.up(await knex.transaction())
          await createItems.up(await knex.transaction())
        },
      }
      const error = await rejection(migrate({ database, owner: 'fleet-cars', migrations: [waiting], idleLimit: 50 }))
      expect(error).to.include({ code: 'migration_failed', migration: '001_waits' })
      expect(error.message).to.include('It sent no statement for 0.05 s.')
      expect((await run([createItems])).applied).to.deep.equal(['001_items'])
    })

    it('are given up when they still send statements after their time, and nothing of them is stored', async () => {
      const endless: Migration = {
        name: '001_endless',
        source_hash: 'e1',
        up: async (knex) => {
          await createItems.up(knex)
          for (;;) await knex.raw('select 1')
        },
      }
      const error = await rejection(migrate({ database, owner: 'fleet-cars', migrations: [endless], limit: 100 }))
      expect(error).to.include({ code: 'migration_failed', migration: '001_endless' })
      expect(error.message).to.include('It still sent statements after 0.1 s. Look for a loop that never ends.')
      expect((await run([createItems])).applied).to.deep.equal(['001_items'])
    })

    it('are given up even if they catch all errors and try again without a pause', async () => {
      let tries = 0
      let isStopped = false
      const endless: Migration = {
        name: '001_endless',
        source_hash: 'e1',
        up: async (knex) => {
          for (; tries < 100_000 && !isStopped; tries += 1) await knex.raw('select 1').catch(() => undefined)
        },
      }
      const error = await rejection(migrate({ database, owner: 'fleet-cars', migrations: [endless], limit: 100 }))
      expect(error.message).to.include('It still sent statements after 0.1 s.')
      await database.context.raw('select 1')
      isStopped = true
      expect(tries).to.be.below(100_000)
    })

    it('may send a statement that takes longer than that', async () => {
      const long =
        dialect === 'postgres'
          ? 'select pg_sleep(1)'
          : 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 6000000) select count(*) from n'
      const slow: Migration = { name: '001_slow', source_hash: 's1', up: (knex) => knex.raw(long) }
      const { applied } = await migrate({ database, owner: 'fleet-cars', migrations: [slow], idleLimit: 400 })
      expect(applied).to.deep.equal(['001_slow'])
    })

    it('are reported if they were applied but are no longer in the source', async () => {
      await run([createItems, addNotes])
      const lines: string[] = []
      const log = await createLogger({ pretty: false, stream: { write: (line) => void lines.push(line) } })
      const outcome = await migrate({ database, owner: 'fleet-cars', migrations: [createItems], log })
      expect(outcome).to.deep.equal({ applied: [], unknown: ['002_notes'] })
      expect(lines.join('')).to.include('002_notes')
    })

    it('are checked in the transaction of the last one, which is undone if the check throws its own error', async () => {
      const refused = new Error('not like this')
      const seen: unknown[] = []
      const verify: VerifyTables = async ({ reader }, migration) => {
        seen.push([migration, await reader.schema.hasColumn('fleet_cars_items', 'notes')])
        if (seen.length === 1) throw refused
      }
      const check = () => migrate({ database, owner: 'fleet-cars', migrations: [createItems, addNotes], verify })
      expect(await rejection(check())).to.equal(refused)
      expect(await hasColumn('notes')).to.equal(false)
      expect((await check()).applied).to.deep.equal(['002_notes'])
      await check()
      expect(seen).to.deep.equal([
        ['002_notes', true],
        ['002_notes', true],
        [undefined, true],
      ])
    })

    it('may change a table that others refer to', async () => {
      const parentAndChild: Migration = {
        name: '001_parent_and_child',
        source_hash: 'p1',
        up: async (knex) => {
          await knex.schema.createTable('parents', (table) => {
            table.increments('id')
            table.string('name').nullable()
          })
          await knex.schema.createTable('children', (table) => {
            table.integer('parent_id').references('id').inTable('parents').onDelete('CASCADE')
          })
          await knex('parents').insert({ id: 1, name: 'one' })
          await knex('children').insert({ parent_id: 1 })
        },
      }
      const requireName: Migration = {
        name: '002_name_required',
        source_hash: 'p2',
        up: (knex) => knex.schema.alterTable('parents', (table) => void table.string('name').notNullable().alter()),
      }
      await run([parentAndChild, requireName])
      expect(await database.knex('children')).to.have.lengthOf(1)
      expect(await rejection(database.knex('children').insert({ parent_id: 2 }))).to.be.instanceOf(Error)
    })

    it('fail if they leave a dangling reference', async () => {
      const orphan: Migration = {
        name: '001_orphan',
        source_hash: 'o1',
        up: async (knex: Knex) => {
          await knex.schema.createTable('parents', (table) => void table.increments('id'))
          await knex.schema.createTable('children', (table) => {
            table.integer('parent_id').references('id').inTable('parents')
          })
          await knex('children').insert({ parent_id: 7 })
        },
      }
      expect(await rejection(run([orphan]))).to.include({ code: 'migration_failed' })
      expect(await database.knex.schema.hasTable('children')).to.equal(false)
    })

    if (dialect === 'sqlite') {
      /** A short wait for a connection, so that whoever waits for one fails soon. */
      const waitBriefly = () => {
        const { pool } = database.knex.client as { pool: { acquireTimeoutMillis: number } }
        pool.acquireTimeoutMillis = 50
      }

      it('enforce foreign keys again before anybody else gets the writer', async () => {
        const done: string[] = []
        database.knex.on('query-response', (_response: unknown, { sql }: { sql: string }) => done.push(sql))
        const write = () => database.transaction(async () => void (await database.context.raw('select 1')))
        const applied = run([createItems]).then(() => done.push('applied'))
        while (!done.includes('applied')) await write()
        await applied
        const restored = done.lastIndexOf('PRAGMA foreign_keys = ON')
        expect(done[restored - 1], done.join('\n')).to.equal('PRAGMA foreign_key_check')
      })

      it('wait for the writer longer than others do', async () => {
        waitBriefly()
        let applied: Promise<unknown> = Promise.resolve()
        await database.transaction(async (transaction) => {
          await transaction.raw('select 1')
          applied = database.outside(() => run([createItems]))
          await rejection(database.knex.raw('select 1'))
        })
        expect(await applied).to.deep.include({ applied: ['001_items'] })
      })

      it('do not run if the writer never becomes free, which is not their mistake', async () => {
        waitBriefly()
        await database.transaction(async (transaction) => {
          await transaction.raw('select 1')
          const started = database.outside(() =>
            migrate({ database, owner: 'fleet-cars', migrations: [createItems], patience: 1 }),
          )
          const error = await rejection(started)
          expect(error).to.include({ code: 'migration_not_begun', migration: '001_items' })
          expect(error.message).to.include('[001_items]').and.to.include('The database was busy')
        })
      })
    }

    if (dialect === 'postgres') {
      it('are applied by one of several hosts that start at the same time', async () => {
        const shared = await place()
        const hosts = await Promise.all([open(shared), open(shared), open(shared)])
        const start = (host: Database) =>
          migrate({ database: host, owner: 'fleet-cars', migrations: [createItems, addNotes] })
        const outcomes = await Promise.all(hosts.map(start))
        expect(outcomes.flatMap(({ applied }) => applied)).to.have.members(['001_items', '002_notes'])
      })
    }
  })
})
