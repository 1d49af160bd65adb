import { expect } from 'chai'
import { SessionCache } from '../../../../host/core/auth/session-cache.ts'
import { hashSecret } from '../../../../host/core/auth/secret.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { startAuth } from './start-auth.ts'

describe('The session cache', () => {
  eachDatabase((target) => {
    it('does not keep a session that was being read when it ended', async () => {
      const { auth, signIn, clock } = await startAuth(target)
      const now = () => clock.now
      const find = (secret: string) => auth.sessions.find('token_hash', secret)
      const cache = new SessionCache(find, { isCurrent: () => true, now })
      const hash = hashSecret((await signIn()).split('=')[1] ?? '')
      const reading = cache.get(hash)
      cache.clear()
      expect(await reading).to.have.property('identity')
      expect(cache.get(hash)).to.be.instanceOf(Promise)
    })

    it('reads a session again after five seconds', async () => {
      const { auth, signIn, clock } = await startAuth(target)
      const now = () => clock.now
      const find = (secret: string) => auth.sessions.find('token_hash', secret)
      const cache = new SessionCache(find, { isCurrent: () => true, now })
      const hash = hashSecret((await signIn()).split('=')[1] ?? '')
      const session = await cache.get(hash)
      clock.now += 4_999
      expect(cache.get(hash)).to.equal(session)
      clock.now += 1
      expect(cache.get(hash)).to.be.instanceOf(Promise)
    })

    it('reads a session again once the clock was set back, so that a session that ended elsewhere does not live on', async () => {
      const { auth, signIn, clock } = await startAuth(target)
      const now = () => clock.now
      const find = (secret: string) => auth.sessions.find('token_hash', secret)
      const cache = new SessionCache(find, { isCurrent: () => true, now })
      const hash = hashSecret((await signIn()).split('=')[1] ?? '')
      await cache.get(hash)
      clock.now -= 86_400_000
      expect(cache.get(hash)).to.be.instanceOf(Promise)
    })
  })
})
