import { expect } from 'chai'
import type { Provider } from '../../../../host/core/sign-in/oidc.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { CLIENT, RedirectFollower, startProvider } from '../../../helpers/identity-provider.ts'
import { startWithProviders } from './start-with-providers.ts'

const EMAIL = 'ada@example.org'

describe('Signing in at an identity provider', () => {
  eachDatabase((target) => {
    /** A person with an e-mail, and a provider that knows them. */
    const start = async (options: Partial<Provider> = {}) => {
      const started = await startWithProviders(target)
      const { auth, url, send, providers, by } = started
      const provider = await startProvider(`${url}/api/v1/auth/oidc/company/callback`)
      provider.accounts.ada = { email: EMAIL, email_verified: true, name: 'Ada', groups: ['staff'] }
      provider.current = 'ada'
      const client = { client_id: CLIENT.client_id, secret: CLIENT.client_secret }
      providers.push({ id: 'company', title: 'Company', issuer: provider.issuer, ...client, ...options })
      const ada = await auth.users.create({ name: 'Ada', email: EMAIL }, { by })
      const begin = `${url}/api/v1/auth/oidc/company`
      const isHome = (at: URL) => at.origin === url && !at.pathname.startsWith('/api/')
      const visit = async (returnTo = '/operations/items?q=1', browser = new RedirectFollower()) => {
        const end = await browser.follow(`${begin}?return_to=${encodeURIComponent(returnTo)}`, isHome)
        const cookie = browser.cookie(url)
        const me = await send('GET', '/me', { cookie })
        return { end: end.pathname + end.search, cookie, me }
      }
      return { ...started, provider, ada, begin, isHome, visit }
    }

    it('is offered on the sign-in page, signs in the person with the verified e-mail, and goes on to where they wanted', async () => {
      const { visit, send, provider, ada, database, url } = await start()
      const { body } = await send('GET', '/sign-in')
      expect(body.providers).to.deep.equal([
        { id: 'company', title: 'Company', href: `${url}/api/v1/auth/oidc/company` },
      ])
      const first = await visit()
      expect(first.end).to.equal('/operations/items?q=1')
      expect(first.me.body).to.include({ id: ada.id, name: 'Ada' })
      provider.accounts.ada = { email: 'changed@example.org', email_verified: false }
      expect((await visit()).me.body, 'the account stays linked').to.include({ id: ada.id })
      expect(await database.knex('platform_identities')).to.have.lengthOf(1)
      const { body: methods } = await send('GET', '/methods', { cookie: first.cookie })
      expect((methods.providers as object[])[0]).to.include({ title: 'Company' })
    })

    it('lets nobody in whose e-mail is not verified or not known, or who cancels', async () => {
      const { visit, provider, database } = await start()
      provider.accounts.eve = { email: EMAIL, email_verified: false }
      provider.accounts.bob = { email: 'bob@example.org', email_verified: true, name: 'Bob' }
      provider.accounts.nobody = {}
      for (const account of ['eve', 'bob', 'nobody']) {
        provider.current = account
        const { end, me } = await visit()
        expect([end, me.status], account).to.deep.equal(['/sign-in?problem=unknown_person', 401])
      }
      provider.current = undefined
      expect((await visit()).end).to.equal('/sign-in?problem=cancelled')
      expect(await database.knex('platform_identities')).to.have.lengthOf(0)
    })

    it('refuses a second account with the same e-mail, and a disabled person', async () => {
      const { visit, provider, auth, ada, by } = await start()
      await visit()
      provider.accounts.other = provider.accounts.ada ?? {}
      provider.current = 'other'
      expect((await visit()).end).to.equal('/sign-in?problem=unknown_person')
      provider.current = 'ada'
      await auth.users.update(ada.id, { disabled: true }, { by })
      expect((await visit()).end).to.equal('/sign-in?problem=unknown_person')
    })

    it('creates people if the provider may, and gives the roles of their claims at each sign-in', async () => {
      const roles = { claim: 'groups', map: { staff: ['editor'], guests: ['viewer'] } }
      const { visit, provider, auth, by } = await start({ create: true, roles })
      const mine = await auth.roles.create({ name: 'mine', permissions: [] }, { by })
      provider.accounts.bob = { email: 'bob@example.org', email_verified: true, name: 'Bob', groups: ['staff'] }
      provider.current = 'bob'
      const { me } = await visit()
      const rolesOf = async () => [...(await auth.users.get(String(me.body.id))).roles].sort()
      expect(me.body).to.include({ name: 'Bob' })
      expect(await rolesOf()).to.deep.equal(['editor'])
      await auth.users.update(String(me.body.id), { roles: ['editor', mine.id] }, { by })
      provider.accounts.bob = { groups: 'guests' }
      await visit()
      expect(await rolesOf(), 'a role that the claims do not decide about stays').to.deep.equal(
        ['viewer', mine.id].sort(),
      )
    })

    it('answers a return to this host only', async () => {
      const { visit } = await start()
      for (const elsewhere of ['https://evil.example/', '//evil.example', '/\\evil.example', 'evil', '/a\nb'])
        expect((await visit(elsewhere)).end, elsewhere).to.equal('/')
    })

    it('refuses a return that this browser has not begun, that was used, is too old, or was changed', async () => {
      const { begin, isHome, url, send, provider } = await start()
      const isCallback = (at: URL) => at.pathname.endsWith('/callback')
      const open = async (browser: RedirectFollower, at: string) => (await browser.follow(at, isHome)).search
      const mine = new RedirectFollower()
      const callback = (await mine.follow(begin, isCallback)).href
      expect(await open(new RedirectFollower(), callback), 'another browser').to.equal('?problem=expired')
      const other = new RedirectFollower()
      await other.follow(begin, isCallback)
      expect(await open(other, callback), 'the state of another visit').to.equal('?problem=failed')
      expect(await open(mine, callback)).to.equal('')
      expect(await open(mine, callback), 'a second time').to.equal('?problem=expired')
      for (const change of ['code', 'state', 'iss']) {
        const browser = new RedirectFollower()
        const changed = await browser.follow(begin, isCallback)
        changed.searchParams.set(change, `${changed.searchParams.get(change)}x`)
        expect(await open(browser, changed.href), change).to.equal('?problem=failed')
        expect((await send('GET', '/me', { cookie: browser.cookie(url) })).status).to.equal(401)
      }
      expect(provider.issuer).to.match(/^http/)
    })

    it('needs the second step of a person who has one, unless the provider asks for it', async () => {
      const { visit, providers, send, database, ada } = await start()
      const row = { user_id: ada.id, secret: 'v1.x.y.z.w', created_at: new Date().toISOString() }
      await database.knex('platform_totp').insert({ ...row, confirmed_at: row.created_at })
      const half = await visit()
      expect(half.end).to.equal('/sign-in?next=%2Foperations%2Fitems%3Fq%3D1')
      expect(half.me.status).to.equal(401)
      const { body } = await send('GET', '/sign-in', { cookie: half.cookie })
      expect(body.pending).to.include({ step: 'verify', name: 'Ada' })
      const [company] = providers
      if (company) providers.splice(0, 1, { ...company, second_factor: true })
      expect((await visit()).me.status).to.equal(200)
    })

    it('says that a provider cannot be reached or is unknown', async () => {
      const { visit, providers, send } = await start()
      expect((await send('GET', '/oidc/nobody')).body).to.include({ code: 'record_not_found' })
      const [company] = providers
      if (company) providers.splice(0, 1, { ...company, issuer: 'http://127.0.0.1:9' })
      expect((await visit()).end).to.equal('/sign-in?problem=unreachable')
    })
  })
})
