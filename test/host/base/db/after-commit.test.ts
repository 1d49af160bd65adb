import { expect } from 'chai'
import { createLogger } from '../../../../host/base/log/index.ts'
import type { Database } from '../../../../host/base/db/index.ts'
import { eachDriver } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'

describe('work scheduled for after the commit', () => {
  eachDriver(({ open }) => {
    let database: Database
    const logged: string[] = []
    before(async () => {
      const log = await createLogger({ pretty: false, stream: { write: (line) => void logged.push(line) } })
      database = await open({ log })
      await database.knex.schema.createTable('items', (table) => void table.string('name'))
    })

    it('runs in order, outside the transaction, once it is committed', async () => {
      const seen: unknown[] = []
      await database.transaction(async () => {
        database.afterCommit(() => void seen.push('first'))
        database.afterCommit(() => void seen.push(database.context.isTransaction ?? false))
        await database.context('items').insert({ name: 'a' })
        expect(seen).to.be.empty
      })
      expect(seen).to.deep.equal(['first', false])
    })

    it('never runs if the transaction fails', async () => {
      let ran = false
      const failed = database.transaction(async () => {
        database.afterCommit(() => void (ran = true))
        throw new Error('no')
      })
      await rejection(failed)
      expect(ran).to.equal(false)
    })

    it('waits for the outermost transaction', async () => {
      const seen: string[] = []
      await database.transaction(async () => {
        await database.transaction(async () => database.afterCommit(() => void seen.push('inner')))
        seen.push('outer')
      })
      expect(seen).to.deep.equal(['outer', 'inner'])
    })

    it('is dropped with its savepoint', async () => {
      const seen: string[] = []
      await database.transaction(async () => {
        const inner = database.transaction(async () => {
          database.afterCommit(() => void seen.push('inner'))
          throw new Error('inner')
        })
        await rejection(inner)
        database.afterCommit(() => void seen.push('outer'))
      })
      expect(seen).to.deep.equal(['outer'])
    })

    it('runs at once without a transaction', () => {
      let ran = false
      database.afterCommit(() => void (ran = true))
      expect(ran).to.equal(true)
    })

    it('may fail: the commit stands, the other work runs, and the error is logged', async () => {
      let ran = false
      await database.transaction(async () => {
        database.afterCommit(() => {
          throw new Error('too late')
        })
        database.afterCommit(() => void (ran = true))
      })
      expect(ran).to.equal(true)
      await new Promise(setImmediate)
      expect(logged.join('')).to.include('too late')
    })
  })
})
