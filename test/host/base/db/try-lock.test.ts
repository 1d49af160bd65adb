import { expect } from 'chai'
import { LockBusy } from '../../../../host/base/db/index.ts'
import type { Database } from '../../../../host/base/db/index.ts'
import { eachDriver } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'

describe('a lock by key', () => {
  eachDriver(({ open, dialect, place }) => {
    let database: Database
    before(async () => {
      database = await open()
      await database.knex.schema.createTable('answers', (table) => void table.string('key').primary())
    })
    beforeEach(() => database.knex('answers').delete())

    const find = async (key: string) =>
      (await database.context('answers').where({ key }).first()) ? 'replayed' : undefined

    /** Does what an operation with an Idempotency-Key does: looks for the row, otherwise changes something and inserts the row. */
    const once = (key: string, work: () => Promise<void> = async () => undefined) => {
      const change = async () => {
        await work()
        await database.context('answers').insert({ key })
        return 'done'
      }
      return database.tryLock(key, change, { look: () => find(key) })
    }

    it('is refused at once while another call holds it', async () => {
      let release: () => void = () => undefined
      let running: () => void = () => undefined
      const held = new Promise<void>((resolve) => (running = resolve))
      const first = once('k', () => {
        running()
        return new Promise<void>((resolve) => (release = resolve))
      })
      await held
      const busy = await rejection(once('k'))
      expect(busy).to.be.instanceOf(LockBusy).and.to.include({ code: 'lock_busy', key: 'k' })
      release()
      expect(await first).to.equal('done')
    })

    it('is free once the call has committed, and the next one finds its row', async () => {
      expect(await once('k')).to.equal('done')
      expect(await once('k')).to.equal('replayed')
    })

    it('is free once the call has failed, and nothing was changed', async () => {
      await rejection(once('k', () => Promise.reject(new Error('no'))))
      expect(await once('k')).to.equal('done')
    })

    it('is free once looking has failed', async () => {
      await rejection(database.tryLock('k', async () => 'done', { look: () => Promise.reject(new Error('no')) }))
      expect(await once('k')).to.equal('done')
    })

    it('finds finished work without waiting for the writer', async () => {
      await once('k')
      await database.transaction(async (transaction) => {
        await transaction('answers').insert({ key: 'other' })
        expect(await database.outside(() => once('k'))).to.equal('replayed')
      })
    })

    it('lets one of many do the work; every other one is refused or finds it done', async () => {
      let worked = 0
      const calls = Array.from({ length: 30 }, () => once('k', async () => void worked++))
      const outcomes = await Promise.allSettled(calls)
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).to.be.instanceOf(LockBusy)
      }
      expect(worked).to.equal(1)
    })

    it('does not block other keys', async () => {
      expect(await Promise.all(['a', 'b', 'c'].map((key) => once(key)))).to.deep.equal(['done', 'done', 'done'])
    })

    it('is held until the outermost transaction ends if taken inside one', async () => {
      await database.transaction(async () => {
        expect(await once('k')).to.equal('done')
        expect(await rejection(database.outside(() => once('k')))).to.be.instanceOf(LockBusy)
        expect(await once('k'), 'the same transaction may take it again').to.equal('replayed')
      })
      expect(await once('k')).to.equal('replayed')
    })

    if (dialect === 'postgres') {
      it('holds between hosts that share the database', async () => {
        const shared = await place()
        const [one, other] = [await open(shared), await open(shared)]
        await one.tryLock('k', async () => {
          expect(await rejection(other.tryLock('k', async () => undefined))).to.be.instanceOf(LockBusy)
        })
        await other.tryLock('k', async () => undefined)
      })
    }
  })
})
