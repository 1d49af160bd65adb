import { expect } from 'chai'
import { classifyDatabaseError } from '../../../../host/base/db/index.ts'
import type { Database } from '../../../../host/base/db/index.ts'
import { eachDriver } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'

describe('reading', () => {
  eachDriver(({ open, dialect }) => {
    let database: Database
    before(async () => {
      database = await open()
      await database.knex.schema.createTable('items', (table) => void table.string('name'))
    })
    beforeEach(() => database.knex('items').delete())

    const read = () => database.reading(() => database.context('items'))

    it('is not delayed by a slow change', async () => {
      await database.transaction(async () => {
        await database.context('items').insert({ name: 'a' })
        expect(await database.outside(read)).to.be.empty
      })
      expect(await read()).to.deep.equal([{ name: 'a' }])
    })

    it('sees the changes of its own call', async () => {
      await database.transaction(async () => {
        await database.context('items').insert({ name: 'a' })
        expect(await read()).to.have.lengthOf(1)
      })
    })

    it('changes something only in its own transaction', async () => {
      await database.reading(() => database.transaction(() => database.context('items').insert({ name: 'a' })))
      expect(await read()).to.have.lengthOf(1)
    })

    it('can read one state of the data in several queries', async () => {
      const transaction = await database.reading(() =>
        database.context.transaction({ isolationLevel: 'repeatable read' }),
      )
      const before = await transaction('items')
      await database.knex('items').insert({ name: 'a' })
      expect(await transaction('items')).to.deep.equal(before)
      await transaction.rollback()
    })

    if (dialect === 'sqlite') {
      it('refuses to change anything', async () => {
        const refused = database.reading(() => database.context('items').insert({ name: 'a' }))
        expect(classifyDatabaseError(await rejection(refused))).to.deep.equal({ kind: 'read_only' })
      })
    }
  })
})
