import { expect } from 'chai'
import type { Identity, Principal } from '../../../../host/core/auth/identity.ts'
import type { FormerCaller } from '../../../../host/core/auth/resume.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { startAuth } from './start-auth.ts'

const remembered = ({ id, kind, name, permissions, token }: Principal): FormerCaller => ({
  ...{ id, kind, name, permissions },
  token_id: token?.id ?? null,
})

describe('A caller whose work goes on after its request', () => {
  eachDatabase((target) => {
    it('may do what it could then and still can', async () => {
      const { auth, operator, person } = await startAuth(target)
      const by = await operator()
      const ada = await person({ roles: ['editor'] })
      const former = remembered(ada)
      const can = async (permission: string) => (await auth.resume(former))?.can(permission)
      expect(await auth.resume(former)).to.include({ id: ada.id, kind: 'person', name: 'Ada' })
      expect(await can('clients.records.update')).to.equal(true)
      await auth.users.update(ada.id, { roles: ['operator'] }, { by })
      expect(await can('clients.records.update')).to.equal(true)
      expect(await can('platform.users.update')).to.equal(false)
      await auth.users.update(ada.id, { roles: ['viewer'] }, { by })
      expect(await can('clients.records.update')).to.equal(false)
      expect(await can('clients.records.view')).to.equal(true)
    })

    it('is gone when its person is disabled, but not when its session has ended', async () => {
      const { auth, operator, person } = await startAuth(target)
      const by = await operator()
      const ada = await person({ roles: ['editor'] })
      await auth.sessions.endOthers(ada.id, { except: undefined })
      expect(await auth.resume(remembered(ada))).to.include({ id: ada.id })
      await auth.users.update(ada.id, { disabled: true }, { by })
      expect(await auth.resume(remembered(ada))).to.equal(undefined)
    })

    it('is gone when its token was revoked', async () => {
      const { auth, operator, person } = await startAuth(target)
      const by = await operator()
      const ada = await person({ roles: ['editor'] })
      const given = { name: 'export', permissions: ['clients.*.view'] }
      const { secret, token } = await auth.tokens.create(given, { by: ada })
      const { caller } = (await auth.authenticate({ authorization: `Bearer ${secret}` })) as Identity
      const resumed = await auth.resume(remembered(caller))
      expect(resumed).to.deep.include({ id: ada.id, kind: 'token', name: 'Ada (export)', token: { id: token.id } })
      expect(resumed?.can('clients.records.view')).to.equal(true)
      expect(resumed?.can('clients.records.update')).to.equal(false)
      await auth.tokens.revoke(token.id, { by })
      expect(await auth.resume(remembered(caller))).to.equal(undefined)
    })

    it('is found if its token is configured, and not if nobody has that id', async () => {
      const { auth } = await startAuth(target, { adminToken: 'a-token-for-tests-that-may-do-everything' })
      const admin = {
        id: 'admin-token',
        kind: 'token',
        name: 'Admin token',
        permissions: ['*'],
        token_id: null,
      } as const
      expect((await auth.resume(admin))?.can('clients.records.update')).to.equal(true)
      expect(await auth.resume({ ...admin, id: 'nobody' })).to.equal(undefined)
    })

    it('is whom an agent acts for, with what that person or token may do at that time', async () => {
      const { auth, operator, person } = await startAuth(target)
      const by = await operator()
      const ada = await person({ roles: ['editor'] })
      const given = { name: 'chat', permissions: ['clients.*.view'] }
      const { token, secret } = await auth.tokens.create(given, { by: ada })
      const { caller } = (await auth.authenticate({ authorization: `Bearer ${secret}` })) as Identity
      const acting = { plugin: 'ai-agents', agent: 'Helper' }
      const accounts = { person: auth.accountOf(ada), token: auth.accountOf(caller) }
      expect(accounts).to.deep.equal({ person: ada.id, token: `token:${token.id}` })
      const forPerson = await auth.actFor(accounts.person, acting)
      expect(forPerson).to.deep.include({ id: ada.id, kind: 'agent', name: 'Ada (Helper)', acting })
      expect(forPerson).not.to.have.property('token')
      expect(forPerson?.can('clients.records.update')).to.equal(true)
      expect(forPerson?.can('platform.users.update')).to.equal(false)
      const forToken = await auth.actFor(accounts.token, acting)
      expect(forToken).to.deep.include({ id: ada.id, name: 'Ada (chat) (Helper)', token: { id: token.id } })
      expect(forToken?.can('clients.records.view')).to.equal(true)
      expect(forToken?.can('clients.records.update')).to.equal(false)
      await auth.tokens.revoke(token.id, { by })
      await auth.users.update(ada.id, { disabled: true }, { by })
      for (const account of Object.values(accounts))
        expect(await auth.actFor(account, acting), account).to.equal(undefined)
    })

    it('is nobody for whom an agent acts in a preview', async () => {
      const { auth, operator } = await startAuth(target)
      const looking = await auth.preview(await operator(), 'role=viewer')
      expect(() => auth.accountOf(looking)).to.throw(TypeError, 'this is a preview')
    })
  })
})
