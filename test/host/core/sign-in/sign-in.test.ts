import { hash } from '@node-rs/argon2'
import { expect } from 'chai'
import { eachDatabase } from '../../../helpers/databases.ts'
import { startAuth } from '../auth/start-auth.ts'

const EMAIL = 'ada@example.org'
const PASSWORD = 'seven small boats at dusk'

describe('Sign-in by password', () => {
  eachDatabase((target) => {
    const startWithPassword = async () => {
      const started = await startAuth(target)
      const cookie = await started.setPassword(EMAIL, PASSWORD)
      const signInBy = (email: string, password: string, from = '198.51.100.7') =>
        started.send('POST', '/sessions', { body: { email, password }, headers: { 'x-forwarded-for': from } })
      return { ...started, cookie, signInBy }
    }

    it('starts a new session each time, with any spelling of the e-mail', async () => {
      const { signInBy, send, database } = await startWithPassword()
      const first = await signInBy(EMAIL, PASSWORD)
      const second = await signInBy('  ADA@Example.org ', PASSWORD)
      expect([first.status, second.status]).to.deep.equal([201, 201])
      expect(first.cookie).to.not.equal(second.cookie)
      expect(first.body).to.include({ name: 'Operator', has_password: true })
      expect((await send('GET', '/me', { cookie: second.cookie })).status).to.equal(200)
      expect(await database.knex('platform_sessions').whereNull('revoked_at')).to.have.length(3)
    })

    it('answers the same for a wrong password and for unknown people, and logs the address but no secret', async () => {
      const { signInBy, logged, database } = await startWithPassword()
      const { id } = await database.knex('platform_users').first<{ id: string }>('id')
      const wrong = await signInBy(EMAIL, 'not my password at all', '203.0.113.9')
      const unknown = await signInBy('nobody@example.org', PASSWORD, '203.0.113.10')
      expect([wrong.status, unknown.status]).to.deep.equal([401, 401])
      expect(wrong.body).to.deep.equal(unknown.body)
      expect(wrong.body).to.deep.include({
        code: 'credentials_invalid',
        detail: 'E-mail and password do not match. Check both and try again.',
      })
      const lines = logged.filter((line) => line.includes('sign-in refused')).map((line) => JSON.parse(line) as object)
      expect(lines[0]).to.include({ level: 'warn', by: 'password', address: '203.0.113.9', user: id })
      expect(lines[1]).to.include({ address: '203.0.113.10' })
      expect(logged.join()).to.not.include('not my password').and.not.include('nobody@')
    })

    it('is refused to people without a password and to disabled people', async () => {
      const { signInBy, database, clock } = await startWithPassword()
      await database.knex('platform_users').update({ disabled_at: new Date(clock.now).toISOString() })
      expect((await signInBy(EMAIL, PASSWORD)).status).to.equal(401)
      await database.knex('platform_users').update({ disabled_at: null, password_hash: null })
      expect((await signInBy(EMAIL, PASSWORD)).status).to.equal(401)
    })

    it('replaces the hash of a password if it was cheaper', async () => {
      const { signInBy, database } = await startWithPassword()
      const cheap = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1 })
      await database.knex('platform_users').update({ password_hash: cheap })
      expect((await signInBy(EMAIL, PASSWORD)).status).to.equal(201)
      const { password_hash } = await database.knex('platform_users').first<{ password_hash: string }>('password_hash')
      expect(password_hash).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      expect((await signInBy(EMAIL, PASSWORD)).status).to.equal(201)
    })

    it('is limited after ten failures at one account, for that account only', async () => {
      const { signInBy } = await startWithPassword()
      const failures = await Promise.all(Array.from({ length: 12 }, () => signInBy(EMAIL, 'wrong wrong wrong')))
      const refused = failures.filter(({ status }) => status === 429)
      expect(failures.filter(({ status }) => status === 401)).to.have.length(10)
      expect(refused).to.have.length(2)
      expect(refused[0]?.body.code).to.equal('too_many_requests')
      expect(Number(refused[0]?.headers.get('retry-after'))).to.be.within(1, 900)
      expect((await signInBy(EMAIL, PASSWORD)).status, 'right, but too late').to.equal(429)
      expect((await signInBy(EMAIL, PASSWORD, '198.51.100.8')).status, 'from elsewhere').to.equal(201)
      expect((await signInBy('bob@example.org', PASSWORD)).status, 'another account').to.equal(401)
    })

    it('stays possible where strangers have used up the attempts: with a known browser, or a link', async () => {
      const { signInBy, send, auth, operator } = await startWithPassword()
      const first = await signInBy(EMAIL, PASSWORD)
      const device = first.headers.getSetCookie().find((each) => each.startsWith('atrium_device='))!
      expect(device).to.match(/; path=\/; expires=.*; samesite=lax; httponly$/i)
      const cookie = device.split(';')[0]!
      for (let count = 0; count < 10; count++) await signInBy(EMAIL, 'wrong wrong wrong')
      const headers = { 'x-forwarded-for': '198.51.100.7' }
      const from = (value: string, password = PASSWORD, email = EMAIL) =>
        send('POST', '/sessions', { body: { email, password }, headers, cookie: value })
      expect((await from('')).status, 'a stranger').to.equal(429)
      expect((await from(`${cookie.slice(0, -4)}AAAA`)).status, 'a forged cookie').to.equal(429)
      expect((await from(cookie)).status, 'the known browser').to.equal(201)
      const other = await auth.users.create({ name: 'Eve', email: 'eve@example.org' }, { by: await operator() })
      const { url } = await auth.links.create(other.id, 'invitation', { by: await operator() })
      const body = { token: url.split('#token=')[1], password: 'nine green bottles on a wall' }
      const entered = await send('POST', '/links/accept', { body, headers })
      expect(entered.status, 'a link').to.equal(201)
      const foreign = entered.headers.getSetCookie().find((each) => each.startsWith('atrium_device='))!
      expect((await from(foreign.split(';')[0]!)).status, 'the browser of somebody else').to.equal(429)
      for (let count = 0; count < 10; count++) await from(cookie, 'wrong wrong wrong')
      expect((await from(cookie)).status, 'the known browser after ten failures of its own').to.equal(429)
    })

    it('does not count successes', async () => {
      const { signInBy } = await startWithPassword()
      for (let count = 0; count < 12; count++) expect((await signInBy(EMAIL, PASSWORD)).status).to.equal(201)
    })

    it('allows one address a hundred failures at different accounts', async () => {
      const { send } = await startWithPassword()
      const headers = { 'x-forwarded-for': '2001:db8:0:7::1' }
      const tries = Array.from({ length: 101 }, (_, at) =>
        send('POST', '/sessions', { body: { token: `token-${at}` }, headers }),
      )
      const statuses = (await Promise.all(tries)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 429)).to.have.length(1)
      const neighbour = { 'x-forwarded-for': '2001:db8:0:7:ffff::2' }
      expect((await send('POST', '/sessions', { body: { token: 'x' }, headers: neighbour })).status).to.equal(429)
    })
  })
})
