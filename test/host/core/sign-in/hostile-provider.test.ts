import { expect } from 'chai'
import type { Provider } from '../../../../host/core/sign-in/oidc.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { startHostileProvider } from '../../../helpers/hostile-provider.ts'
import { RedirectFollower } from '../../../helpers/identity-provider.ts'
import { startWithProviders } from './start-with-providers.ts'

const ROLES = { claim: 'groups', map: { staff: ['editor'], '1': ['viewer'] } }
const DISCOVERY = '/.well-known/openid-configuration'

describe('An identity provider that lies', () => {
  eachDatabase((target) => {
    /** Kate, and a visit to the provider that creates people and gives roles. */
    const start = async (options: Partial<Provider> = {}) => {
      const started = await startWithProviders(target)
      const { auth, url, send, providers, by } = started
      const provider = await startHostileProvider()
      providers.push({
        ...{ id: 'company', title: 'Company', issuer: provider.issuer, client_id: 'atrium' },
        ...{ create: true, roles: ROLES, ...options },
      })
      const kate = await auth.users.create({ name: 'Kate', email: 'kate@example.org' }, { by })
      const visit = async (claims: object = {}, at = provider) => {
        at.claims = claims
        const browser = new RedirectFollower()
        const isHome = ({ origin: to, pathname }: URL) => to === url && !pathname.startsWith('/api/')
        const end = await browser.follow(`${url}/api/v1/auth/oidc/company`, isHome)
        const me = await send('GET', '/me', { cookie: browser.cookie(url) })
        return { end: end.pathname + end.search, id: me.body.id as string | undefined }
      }
      return { ...started, provider, providers, kate, visit }
    }

    let people = 0
    const someone = (claims: object = {}) => {
      people += 1
      return { sub: `p${people}`, email: `p${people}@example.org`, email_verified: true, ...claims }
    }

    it('gives roles for plain values only', async () => {
      const { visit, auth } = await start()
      const rolesFor = async (groups: unknown) =>
        (await auth.users.get((await visit(someone({ groups }))).id ?? '')).roles
      expect(await rolesFor(['staff'])).to.deep.equal(['editor'])
      expect(await rolesFor(1)).to.deep.equal(['viewer'])
      const others: unknown[] = [
        null,
        { staff: true },
        [['staff']],
        ['*', 'operator', 'STAFF'],
        { toString: 1 },
        [{ valueOf: 1 }],
      ]
      for (const groups of others) expect(await rolesFor(groups), JSON.stringify(groups)).to.deep.equal([])
    })

    it('lets nobody in with an address that only looks like another person’s', async () => {
      const { visit, kate } = await start({ create: false })
      const lookAlike = await visit(someone({ email: '\u212Aate@example.org' }))
      expect(lookAlike.end, 'the Kelvin sign is no k').to.equal('/sign-in?problem=unknown_person')
      expect((await visit(someone({ email: ' KATE@Example.org' }))).id).to.equal(kate.id)
    })

    it('creates nobody without an address', async () => {
      const { visit } = await start()
      const none = ['', ' ', 'kate', 'a\u0000b@example.org', `${'a'.repeat(260)}@example.org`, 'a@b.org\nBcc: b@c.org']
      for (const email of none)
        expect((await visit(someone({ email }))).end, JSON.stringify(email)).to.equal('/sign-in?problem=unknown_person')
    })

    it('cannot give people names that the list of people does not take', async () => {
      const { visit, auth } = await start()
      const { id = '' } = await visit(someone({ name: `${'n'.repeat(199)}😀😀` }))
      expect((await auth.users.get(id)).name).to.equal(`${'n'.repeat(199)}😀`)
    })

    it('is refused if the subject is invalid, or if the token was issued to another client', async () => {
      const { visit } = await start()
      for (const wrong of [{ sub: 'x'.repeat(256) }, { sub: 'a\u0000b' }, { sub: 'ä' }, { azp: 'another' }])
        expect((await visit(someone(wrong))).end, JSON.stringify(wrong)).to.equal('/sign-in?problem=failed')
    })

    it('leads back to the sign-in page if it publishes no usable addresses, and works once it does', async () => {
      const { visit, provider } = await start()
      for (const authorization_endpoint of [undefined, 'javascript:alert(1)', 5]) {
        provider.published = { authorization_endpoint }
        expect((await visit(someone())).end, String(authorization_endpoint)).to.equal('/sign-in?problem=unreachable')
      }
      provider.published = {}
      expect((await visit(someone())).end).to.equal('/')
    })

    it('is asked for its addresses again after a visit that failed', async () => {
      const { visit, provider } = await start()
      expect((await visit(someone())).end).to.equal('/')
      provider.published = { token_endpoint: `${provider.issuer}/token/moved` }
      provider.answers['/token'] = (_, response) => void response.writeHead(404).end()
      expect((await visit(someone())).end).to.equal('/sign-in?problem=failed')
      expect((await visit(someone())).end).to.equal('/')
    })

    it('is another one at another address, where the same subject is another person', async () => {
      const { visit, providers } = await start()
      const first = await visit({ sub: '1', email: 'ada@example.org', email_verified: true })
      const other = await startHostileProvider()
      const [company] = providers
      if (company) providers.splice(0, 1, { ...company, issuer: other.issuer })
      const at = (claims: object) => visit(claims, other)
      const second = await at({ sub: '1', email: 'eve@example.org', email_verified: true })
      expect(second.id).to.be.a('string').and.not.equal(first.id)
      expect((await at({ sub: '2', email: 'ada@example.org', email_verified: true })).id).to.equal(first.id)
      expect((await at({ sub: '2' })).id, 'stays linked').to.equal(first.id)
    })

    it('keeps the accounts that were linked before issuers were noted', async () => {
      const { visit, database } = await start()
      const { id } = await visit({ sub: '1', email: 'ada@example.org', email_verified: true })
      await database.knex('platform_identities').update({ issuer: null })
      expect((await visit({ sub: '1' })).id).to.equal(id)
      expect(await database.knex('platform_identities').whereNull('issuer')).to.deep.equal([])
    })

    it('cannot fill the memory of the host', async () => {
      const { visit, provider } = await start()
      let sent = 0
      provider.answers[DISCOVERY] = (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const part = Buffer.alloc(64 * 1024, ' ')
        const more = () => {
          do sent += part.length
          while (response.write(part))
        }
        response.on('drain', more)
        more()
      }
      expect((await visit(someone())).end).to.equal('/sign-in?problem=unreachable')
      expect(sent).to.be.below(64 * 1024 * 1024)
    })
  })
})
