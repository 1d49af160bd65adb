import { expect } from 'chai'
import { SignInLimits } from '../../../../host/core/sign-in/sign-in-limits.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { movableClock } from '../../../helpers/movable-clock.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { startAuth } from '../auth/start-auth.ts'

const attempt = { account: 'ada@example.org', address: '198.51.100.7' }

describe('The limits for signing in', () => {
  eachDatabase((target) => {
    it('uncount a success, so that only failures count', async () => {
      const { database } = await startAuth(target)
      const limits = new SignInLimits(database)
      for (let count = 0; count < 9; count++) await limits.attempt(attempt)
      const forgive = await limits.attempt(attempt)
      await forgive()
      await limits.attempt(attempt)
      expect(await rejection(limits.attempt(attempt))).to.include({ code: 'too_many_requests' })
    })

    it('allow an account a hundred failures from all networks together', async () => {
      const { database } = await startAuth(target)
      const limits = new SignInLimits(database)
      for (let count = 0; count < 100; count++) await limits.attempt({ ...attempt, address: `192.0.2.${count}` })
      expect(await rejection(limits.attempt({ ...attempt, address: '192.0.2.200' }))).to.include({ status: 429 })
    })

    it('lock nobody out for a day when the clock of the machine is set back by a day', async () => {
      const { database } = await startAuth(target)
      const limits = new SignInLimits(database)
      for (let count = 0; count < 10; count++) await limits.attempt(attempt)
      const clock = movableClock()
      try {
        clock.setBack(86_400_000)
        for (let count = 0; count < 10; count++) await limits.attempt(attempt)
        const refusal = await rejection(limits.attempt(attempt))
        expect(refusal)
          .to.have.nested.property('options.headers.Retry-After')
          .that.satisfies((wait: string) => Number(wait) <= 900)
      } finally {
        clock.undo()
      }
    })

    if (target.dialect === 'postgres') {
      it('are shared by hosts on one database, which stores nothing that was typed', async () => {
        const { database } = await startAuth(target)
        const hosts = [new SignInLimits(database), new SignInLimits(database)]
        for (const limits of hosts) {
          for (let count = 0; count < 5; count++) await limits.attempt(attempt)
        }
        for (const limits of hosts) expect(await rejection(limits.attempt(attempt))).to.include({ status: 429 })
        expect(JSON.stringify(await database.knex('platform_sign_in_limits'))).to.not.include('ada')
      })
    }
  })
})
