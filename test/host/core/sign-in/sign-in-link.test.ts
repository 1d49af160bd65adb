import { expect } from 'chai'
import { eachDatabase } from '../../../helpers/databases.ts'
import { startAuth } from '../auth/start-auth.ts'

const HOUR = 3_600_000

describe('The first start', () => {
  eachDatabase((target) => {
    it('prints a link whose token is in the fragment, so that no server sees it', async () => {
      const { auth } = await startAuth(target)
      expect(await auth.signInLink('https://atrium.example')).to.match(
        /^https:\/\/atrium\.example\/sign-in#token=[\w-]{43}$/,
      )
    })

    it('creates one operator, however many hosts start at once', async () => {
      const { database, another } = await startAuth(target)
      await database.knex('platform_users').delete()
      await Promise.all([another(), another(), another()])
      const people = await database
        .knex('platform_users as person')
        .join('platform_user_roles as held', 'held.user_id', 'person.id')
        .select('person.name', 'person.permissions', 'person.password_hash', 'held.role_id')
      const operator = { name: 'Operator', permissions: '[]', password_hash: null, role_id: 'operator' }
      expect(people).to.deep.equal([operator])
    })

    it('signs in the operator, who has all permissions', async () => {
      const { send, token } = await startAuth(target)
      const { status, body, cookie } = await send('POST', '/sessions', { body: { token: await token() } })
      expect(status).to.equal(201)
      expect(body).to.include({ kind: 'person', name: 'Operator', has_password: false })
      expect(body.permissions).to.deep.equal(['*'])
      expect((await send('GET', '/me', { cookie })).body).to.deep.equal(body)
    })

    it('stores no secret in plain text', async () => {
      const { database, token, send } = await startAuth(target)
      const link = await token()
      const { cookie } = await send('POST', '/sessions', { body: { token: link } })
      const rows = JSON.stringify([
        await database.knex('platform_sign_in_links'),
        await database.knex('platform_sessions'),
      ])
      expect(rows).to.not.include(link)
      expect(rows).to.not.include(cookie.split('=')[1])
    })

    it('lets a link be used once', async () => {
      const { token, send } = await startAuth(target)
      const body = { token: await token() }
      await send('POST', '/sessions', { body })
      const second = await send('POST', '/sessions', { body })
      expect(second.status).to.equal(401)
      expect(second.body.code).to.equal('credentials_invalid')
      expect(second.cookie).to.equal('')
    })

    it('starts exactly one session for a link that is used ten times at once', async () => {
      const { token, send, database } = await startAuth(target)
      const body = { token: await token() }
      const answers = await Promise.all(Array.from({ length: 10 }, () => send('POST', '/sessions', { body })))
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, ...Array<number>(9).fill(401)])
      expect(await database.knex('platform_sessions')).to.have.length(1)
    })

    it('makes a new link at each start and revokes the earlier one', async () => {
      const { token, send } = await startAuth(target)
      const [first, second] = [await token(), await token()]
      expect((await send('POST', '/sessions', { body: { token: first } })).status).to.equal(401)
      expect((await send('POST', '/sessions', { body: { token: second } })).status).to.equal(201)
    })

    it('refuses a link after 24 hours', async () => {
      const { token, send, clock } = await startAuth(target)
      const body = { token: await token() }
      clock.now += 24 * HOUR
      expect((await send('POST', '/sessions', { body })).status).to.equal(401)
    })

    it('prints no link once somebody has a password, and revokes the last one', async () => {
      const { auth, setPassword, token, send } = await startAuth(target)
      const cookie = await setPassword('ada@example.org', 'seven small boats at dusk')
      expect(cookie).to.not.equal('')
      expect(await auth.signInLink('http://127.0.0.1')).to.equal(undefined)
      expect(await token()).to.equal('')
      expect((await send('POST', '/sessions', { body: { token: 'A'.repeat(43) } })).status).to.equal(401)
    })

    it('revokes a link when its person sets a password', async () => {
      const { signIn, token, send } = await startAuth(target)
      const cookie = await signIn()
      const link = await token()
      await send('PUT', '/password', {
        cookie,
        body: { email: 'ada@example.org', password: 'seven small boats at dusk' },
      })
      expect((await send('POST', '/sessions', { body: { token: link } })).status).to.equal(401)
    })

    it('does not sign in disabled people', async () => {
      const { database, token, send, clock } = await startAuth(target)
      const link = await token()
      await database.knex('platform_users').update({ disabled_at: new Date(clock.now).toISOString() })
      expect((await send('POST', '/sessions', { body: { token: link } })).status).to.equal(401)
    })
  })
})
