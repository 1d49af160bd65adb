import { expect } from 'chai'
import { classifyDatabaseError } from '../../../../host/base/db/index.ts'
import type { Database } from '../../../../host/base/db/index.ts'
import { eachDriver } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'

describe('an error of the database', () => {
  eachDriver(({ open, dialect }) => {
    let database: Database
    before(async () => {
      database = await open()
      await database.knex.schema.createTable('rooms', (table) => void table.integer('id').primary())
      await database.knex.schema.createTable('bookings', (table) => {
        table.integer('id').primary()
        table.integer('room_id').references('id').inTable('rooms').withKeyName('bookings_room')
        table.string('day').notNullable().defaultTo('monday')
        table.integer('seats').checkPositive('bookings_seats')
        table.unique(['room_id', 'day'])
      })
      await database.knex('rooms').insert({ id: 1 })
      await database.knex('bookings').insert({ id: 1, room_id: 1, seats: 1 })
    })

    const refusal = async (row: object) => classifyDatabaseError(await rejection(database.knex('bookings').insert(row)))

    it('names the columns of a unique constraint', async () => {
      expect(await refusal({ id: 2, room_id: 1 })).to.deep.include({
        kind: 'unique',
        table: 'bookings',
        columns: ['room_id', 'day'],
      })
    })

    it('is classified for a statement that returns rows, too', async () => {
      const error = await rejection(database.knex('bookings').insert({ id: 2, room_id: 1 }).returning('*'))
      expect(classifyDatabaseError(error)).to.deep.include({ kind: 'unique', columns: ['room_id', 'day'] })
    })

    it('names the column of a primary key', async () => {
      expect(await refusal({ id: 1 })).to.deep.include({ kind: 'unique', columns: ['id'] })
    })

    it('names the index if the constraint is on an expression', async () => {
      await database.knex.raw('create unique index bookings_lower on bookings (lower(day)) where room_id is null')
      await database.knex('bookings').insert({ id: 10, day: 'a' })
      expect(await refusal({ id: 11, day: 'A' })).to.include({ kind: 'unique', constraint: 'bookings_lower' })
    })

    it('recognizes a foreign key', async () => {
      expect(await refusal({ id: 3, room_id: 9 }))
        .to.include({ kind: 'foreign_key' })
        .and.not.have.property('is_referenced')
    })

    it('tells that others refer to a record that is deleted', async () => {
      const error = await rejection(database.knex('rooms').where({ id: 1 }).delete())
      expect(classifyDatabaseError(error)).to.include({ kind: 'foreign_key', is_referenced: true })
    })

    it('names the column that must not be null', async () => {
      expect(await refusal({ id: 4, day: null })).to.deep.include({ kind: 'not_null', columns: ['day'] })
    })

    it('names the check', async () => {
      expect(await refusal({ id: 5, seats: 0 })).to.include({ kind: 'check', constraint: 'bookings_seats' })
    })

    it('recognizes a missing table', async () => {
      const error = await rejection(database.knex('nowhere'))
      expect(classifyDatabaseError(error)).to.deep.equal({ kind: 'missing_table' })
    })

    it('recognizes a missing table while others are made, too', async () => {
      let made = 0
      const make = () => database.knex.schema.createTable(`made_${made++}`, (table) => void table.integer('id'))
      const read = async () => classifyDatabaseError(await rejection(database.reader('nowhere')))?.kind
      const kinds = new Set<string | undefined>()
      for (let round = 0; round < 30; round += 1) {
        const reads = Array.from({ length: 40 }, read)
        for (let at = 0; at < 5; at += 1) await make()
        for (const kind of await Promise.all(reads)) kinds.add(kind)
      }
      expect([...kinds]).to.deep.equal(['missing_table'])
    })

    it('is distinguished from other errors', async () => {
      expect(classifyDatabaseError(new Error('UNIQUE constraint failed: items.name'))).to.equal(undefined)
      expect(classifyDatabaseError(await rejection(database.knex.raw('selec 1')))).to.equal(undefined)
      expect(classifyDatabaseError('text')).to.equal(undefined)
    })

    it('cannot be disguised by an inserted value, and repeats no value', async () => {
      const error = await rejection(database.knex('bookings').insert({ id: 1, day: 'CHECK constraint failed: s3cret' }))
      expect(classifyDatabaseError(error)).to.include({ kind: 'unique' })
      expect(error.message).to.not.include('s3cret')
    })

    if (dialect === 'postgres') {
      it('recognizes an exclusion constraint', async () => {
        await database.knex.raw('create table slots (during int4range, exclude using gist (during with &&))')
        await database.knex('slots').insert({ during: '[1,5)' })
        const error = await rejection(database.knex('slots').insert({ during: '[4,6)' }))
        expect(classifyDatabaseError(error)).to.include({ kind: 'exclusion', table: 'slots' })
      })

      it('recognizes a number that its column cannot hold', async () => {
        const error = await rejection(database.knex('rooms').where({ id: 99999999999 }))
        expect(classifyDatabaseError(error)).to.deep.equal({ kind: 'invalid_value' })
      })

      it('recognizes a change in a read-only transaction', async () => {
        const refused = database.transaction(() => database.context('rooms').insert({ id: 5 }), { readOnly: true })
        expect(classifyDatabaseError(await rejection(refused))).to.include({ kind: 'read_only' })
      })

      it('recognizes a wait for a lock that took too long', async () => {
        const refused = database.transaction(async () => {
          await database.context('rooms').where({ id: 1 }).update({ id: 1 })
          await database.outside(() =>
            database.transaction(async () => {
              await database.context.raw("set local lock_timeout = '50ms'")
              await database.context('rooms').where({ id: 1 }).update({ id: 1 })
            }),
          )
        })
        expect(classifyDatabaseError(await rejection(refused))).to.include({ kind: 'busy' })
      })
    }
  })
})
