import { expect } from 'chai'
import { eachDatabase } from '../../../helpers/databases.ts'
import { startAuth } from './start-auth.ts'

describe('A ticket for a WebSocket', () => {
  eachDatabase((target) => {
    const ticketOf = ({ body }: { body: Record<string, unknown> }) => body.ticket as string

    it('identifies its requester once, on any host', async () => {
      const { auth, another, signIn, send, database } = await startAuth(target)
      const cookie = await signIn()
      const answer = await send('POST', '/tickets', { cookie })
      const ticket = ticketOf(answer)
      expect(answer.body).to.have.all.keys('ticket', 'expires_at')
      expect(JSON.stringify(await database.knex('platform_tickets'))).to.not.include(ticket)
      const identity = await (await another()).redeemTicket(ticket)
      expect(identity).to.deep.include({ sessionId: (await auth.authenticate({ cookie }))?.sessionId })
      expect(await auth.redeemTicket(ticket)).to.equal(undefined)
    })

    it('is redeemed by only one of two simultaneous attempts', async () => {
      const { auth, signIn, send } = await startAuth(target)
      const ticket = ticketOf(await send('POST', '/tickets', { cookie: await signIn() }))
      const identities = await Promise.all([auth.redeemTicket(ticket), auth.redeemTicket(ticket)])
      expect(identities.filter(Boolean)).to.have.length(1)
    })

    it('expires after thirty seconds', async () => {
      const { auth, signIn, send, clock } = await startAuth(target)
      const ticket = ticketOf(await send('POST', '/tickets', { cookie: await signIn() }))
      clock.now += 30_000
      expect(await auth.redeemTicket(ticket)).to.equal(undefined)
    })

    it('ends with the session that requested it', async () => {
      const { auth, signIn, send } = await startAuth(target)
      const cookie = await signIn()
      const ticket = ticketOf(await send('POST', '/tickets', { cookie }))
      await send('DELETE', '/sessions/current', { cookie })
      expect(await auth.redeemTicket(ticket)).to.equal(undefined)
    })

    it('can be requested with the admin token, but not without credentials', async () => {
      const { auth, send } = await startAuth(target, { adminToken: 'preset' })
      const ticket = ticketOf(await send('POST', '/tickets', { headers: { authorization: 'Bearer preset' } }))
      expect((await auth.redeemTicket(ticket))?.caller.id).to.equal('admin-token')
      expect((await send('POST', '/tickets')).status).to.equal(401)
      expect(await auth.redeemTicket('made up')).to.equal(undefined)
    })

    it('stands in for the configured token that requested it, and for no other', async () => {
      const { auth } = await startAuth(target, { adminToken: 'preset', metricsToken: 'scrape' })
      const metrics = await auth.authenticate({ authorization: 'Bearer scrape' })
      const { ticket } = await auth.tickets.issue(metrics!.caller)
      expect((await auth.redeemTicket(ticket))?.caller).to.deep.include({ permissions: ['platform.metrics.view'] })
    })

    it('is not issued to work that goes on without a session, nor to an agent', async () => {
      const { auth, operator } = await startAuth(target, { adminToken: 'preset' })
      const { id, kind, name, permissions } = await operator()
      const resumed = await auth.resume({ id, kind, name, permissions, token_id: null })
      const agents = [id, 'admin-token'].map((account) => auth.actFor(account, { plugin: 'desk', agent: 'Ada' }))
      for (const caller of [resumed, ...(await Promise.all(agents))]) {
        const refused = await auth.tickets.issue(caller!).catch((error: unknown) => error)
        expect(refused).to.include({ code: 'permission_denied' })
      }
    })
  })
})
