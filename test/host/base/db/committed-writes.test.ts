import type { EventEmitter } from 'node:events'
import { expect } from 'chai'
import type { Database, Writes } from '../../../../host/base/db/index.ts'
import { eachDatabase } from '../../../helpers/databases.ts'

eachDatabase((database) => {
  describe('What is written', () => {
    let db: Database
    let told: Writes[]
    let unknown: number

    before(async () => {
      db = await database.open()
      await db.knex.schema.createTable('vans', (table) => {
        table.increments('id')
        table.text('name')
      })
    })
    beforeEach(() => {
      told = []
      unknown = 0
      const stop = db.writes.onCommit((writes) => void (writes === undefined ? (unknown += 1) : told.push(writes)))
      undo.push(stop)
    })
    const undo: (() => void)[] = []
    afterEach(() => undo.splice(0).forEach((stop) => stop()))
    const tables = () => told.map((writes) => [...writes.tables.keys()])

    it('is told once after the commit, with the rows that a statement returns', async () => {
      await db.transaction(async () => {
        await db.context('vans').insert({ name: 'One' }).returning(['id', 'name'])
        await db.transaction(() => db.context('vans').insert({ name: 'Two' }).returning(['id', 'name']))
        expect(told).to.deep.equal([])
      })
      expect(tables()).to.deep.equal([['vans']])
      expect(told[0]?.tables.get('vans')?.ids?.size).to.equal(2)
    })

    it('is not told after a rollback, or of what only reads', async () => {
      const failed = db.transaction(async () => {
        await db.context('vans').insert({ name: 'One' })
        throw new Error('no')
      })
      await failed.catch(() => undefined)
      await db.context('vans').select()
      await db.context.raw('select * from vans')
      expect(told).to.deep.equal([])
    })

    it('is told of raw statements, deletions and transactions that are ended by hand', async () => {
      await db.context.raw("update vans set name = 'Painted'")
      await db.context('vans').delete()
      const transaction = await db.guardedContext().transaction()
      await transaction('vans').insert({ name: 'By hand' })
      expect(told).to.have.length(2)
      await transaction.commit()
      expect(tables()).to.deep.equal([['vans'], ['vans'], ['vans']])
      const [raw, deletion] = told.map((writes) => writes.tables.get('vans'))
      expect([raw, deletion]).to.deep.equal([
        { ids: undefined, hasDeletions: false },
        { ids: undefined, hasDeletions: true },
      ])
    })

    it('is not told if a transaction that is ended by hand is rolled back', async () => {
      const transaction = await db.guardedContext().transaction()
      await transaction('vans').insert({ name: 'Undone' })
      await transaction.rollback()
      await db.context('vans').insert({ name: 'Told' })
      expect(tables()).to.deep.equal([['vans']])
    })

    it('costs nothing while nobody listens: its statements are not looked at', async () => {
      const client = db.knex.client as EventEmitter
      const listening = client.listenerCount('query-response')
      undo.splice(0).forEach((stop) => stop())
      expect(client.listenerCount('query-response')).to.equal(listening - 1)
      expect(db.writes.isFollowed).to.equal(false)
    })

    it('in a transaction that began before anybody listened may be anything', async () => {
      undo.splice(0).forEach((stop) => stop())
      const begin = () => undo.push(db.writes.onCommit((writes) => void (writes === undefined && (unknown += 1))))
      await db.transaction(async () => {
        await db.context('vans').insert({ name: 'One' })
        begin()
      })
      expect(unknown).to.equal(1)
      undo.splice(0).forEach((stop) => stop())
      const byHand = await db.guardedContext().transaction()
      await byHand('vans').insert({ name: 'Two' })
      begin()
      await byHand.commit()
      expect(unknown).to.equal(2)
    })

    it('of many rows is told without their ids', async () => {
      const rows = Array.from({ length: 300 }, (_, n) => ({ name: `Van ${n}` }))
      await db.transaction(async () => {
        for (const row of rows) await db.context('vans').insert(row).returning('id')
      })
      expect(told[0]?.tables.get('vans')).to.deep.equal({ ids: undefined, hasDeletions: false })
    })
  })
})
