import { ApiError } from '@atrium/sdk'
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

    it('slow down strangers who guess at an account from everywhere, and refuse nobody who comes from elsewhere', async () => {
      const { database } = await startAuth(target)
      const limits = new SignInLimits(database)
      const from = (address: string) => limits.attempt({ ...attempt, address })
      for (let count = 0; count < 100; count++) await from(`192.0.${count}.7`)
      for (let count = 0; count < 3; count++) await from(`192.0.2.${count}`)
      expect(await rejection(from('192.0.200.1')), 'the same provider').to.include({ status: 429 })
      for (let count = 0; count < 20; count++) await from(`10.${count}.0.1`)
      for (const network of ['1', '2', '3']) await from(`2001:db8:${network}::1`)
      expect(await rejection(from('2001:db8:4::1'))).to.include({ status: 429 })
      await (
        await from('203.0.113.5')
      )()
      await limits.attempt({ account: 'bob@example.org', address: '192.0.200.1' })
    })

    it('count a known browser apart from strangers, for its own people only', async () => {
      const { database } = await startAuth(target)
      const limits = new SignInLimits(database)
      for (let count = 0; count < 10; count++) await limits.attempt(attempt)
      expect(await rejection(limits.attempt(attempt))).to.include({ status: 429 })
      for (let count = 0; count < 10; count++) await limits.attempt({ ...attempt, device: 'laptop' })
      expect(await rejection(limits.attempt({ ...attempt, device: 'laptop' }))).to.include({ status: 429 })
      await limits.attempt({ ...attempt, device: 'phone' })
    })

    it('never refuse a proof that is right and cannot be guessed', async () => {
      const { database } = await startAuth(target)
      const limits = new SignInLimits(database)
      const wrong = () => Promise.reject(new ApiError('credentials_invalid', { detail: 'No.' }))
      for (let count = 0; count < 100; count++) await rejection(limits.counting('192.0.2.1', wrong))
      expect(await rejection(limits.counting('192.0.2.1', wrong))).to.include({ status: 429 })
      expect(await limits.counting('192.0.2.1', async () => 'right')).to.equal('right')
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
