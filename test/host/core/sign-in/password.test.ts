import { expect } from 'chai'
import { createId } from '../../../../host/core/auth/secret.ts'
import { hashPassword, verifyPassword } from '../../../../host/core/sign-in/passwords.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { startAuth } from '../auth/start-auth.ts'

const EMAIL = 'ada@example.org'
const PASSWORD = 'seven small boats at dusk'
const NEXT = 'nine tall ships by dawn'

describe('One’s own password', () => {
  eachDatabase((target) => {
    it('is set together with an e-mail if the person has neither, and stored as argon2id', async () => {
      const { signIn, send, database } = await startAuth(target)
      const cookie = await signIn()
      const without = await send('PUT', '/password', { cookie, body: { password: PASSWORD } })
      expect(without.status).to.equal(422)
      expect(without.body.errors).to.have.keys('email')
      const set = await send('PUT', '/password', { cookie, body: { password: PASSWORD, email: 'Ada@Example.org' } })
      expect(set.status).to.equal(204)
      expect((await send('GET', '/me', { cookie })).body).to.include({ has_password: true })
      const row = await database.knex('platform_users').first<Record<string, string>>('email', 'password_hash')
      expect(row.email).to.equal(EMAIL)
      expect(row.password_hash).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    })

    it('is changed only with the current one', async () => {
      const { setPassword, send } = await startAuth(target)
      const cookie = await setPassword(EMAIL, PASSWORD)
      for (const current of [undefined, 'wrong wrong wrong']) {
        const refused = await send('PUT', '/password', { cookie, body: { password: NEXT, current } })
        expect(refused.status).to.equal(422)
        expect(refused.body.errors).to.have.keys('current')
      }
      await send('PUT', '/password', { cookie, body: { password: NEXT, current: PASSWORD } })
      const signInBy = (password: string) => send('POST', '/sessions', { body: { email: EMAIL, password } })
      expect((await signInBy(PASSWORD)).status).to.equal(401)
      expect((await signInBy(NEXT)).status).to.equal(201)
    })

    it('is given to somebody who signs in at a provider only right after that', async () => {
      const { auth, person, send, database, clock } = await startAuth(target)
      const { id } = await person({ email: EMAIL })
      const now = new Date(clock.now).toISOString()
      await database
        .knex('platform_identities')
        .insert({ provider: 'company', subject: '1', user_id: id, created_at: now })
      const client = { address: '192.0.2.1' }
      const { secret } = await auth.sessions.start({ id }, client, { methods: ['oidc'] })
      const give = () => send('PUT', '/password', { cookie: `atrium_session=${secret}`, body: { password: PASSWORD } })
      clock.now += 11 * 60_000
      expect((await give()).body.code).to.equal('confirmation_required')
      clock.now -= 2 * 60_000
      expect((await give()).status).to.equal(204)
    })

    it('ends the person’s other sessions at once and keeps this one', async () => {
      const { auth, setPassword, send } = await startAuth(target)
      const here = await setPassword(EMAIL, PASSWORD)
      const { cookie: there } = await send('POST', '/sessions', { body: { email: EMAIL, password: PASSWORD } })
      await auth.authenticate({ cookie: there })
      await send('PUT', '/password', { cookie: here, body: { password: NEXT, current: PASSWORD } })
      expect(await auth.authenticate({ cookie: there })).to.equal(undefined)
      expect(await auth.authenticate({ cookie: here })).to.not.equal(undefined)
    })

    it('is changed only once by two simultaneous changes', async () => {
      const { setPassword, send } = await startAuth(target)
      const cookie = await setPassword(EMAIL, PASSWORD)
      const change = (password: string) => send('PUT', '/password', { cookie, body: { password, current: PASSWORD } })
      const answers = await Promise.all([change(`${NEXT} one`), change(`${NEXT} two`)])
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses[0]).to.equal(204)
      expect(statuses[1]).to.be.oneOf([409, 422])
    })

    it('must not be easy to guess', async () => {
      const { signIn, send } = await startAuth(target)
      const cookie = await signIn()
      const { status, body } = await send('PUT', '/password', {
        cookie,
        body: { email: EMAIL, password: 'ada@example.org' },
      })
      expect(status).to.equal(422)
      expect(body.errors).to.have.keys('password')
    })

    it('needs an e-mail that nobody else has, in any case', async () => {
      const { signIn, send, database, clock } = await startAuth(target)
      const time = new Date(clock.now).toISOString()
      const bob = { id: createId(clock.now), name: 'Bob', email: 'Bob@Example.org', permissions: '[]' }
      await database.knex('platform_users').insert({ ...bob, created_at: time, updated_at: time })
      const cookie = await signIn()
      const taken = await send('PUT', '/password', { cookie, body: { password: PASSWORD, email: 'bob@example.ORG' } })
      expect(taken.status).to.equal(422)
      expect(taken.body.errors).to.have.keys('email')
    })

    it('does not change an existing e-mail', async () => {
      const { setPassword, send } = await startAuth(target)
      const cookie = await setPassword(EMAIL, PASSWORD)
      const body = { password: NEXT, current: PASSWORD }
      const other = await send('PUT', '/password', { cookie, body: { ...body, email: 'eve@example.org' } })
      expect(other.status).to.equal(422)
      expect(other.body.errors).to.have.keys('email')
      expect((await send('PUT', '/password', { cookie, body: { ...body, email: EMAIL } })).status).to.equal(204)
    })

    it('does not exist for programs', async () => {
      const { send } = await startAuth(target, { adminToken: 'preset' })
      const headers = { authorization: 'Bearer preset' }
      const { status, body } = await send('PUT', '/password', { headers, body: { password: PASSWORD } })
      expect([status, body.code]).to.deep.equal([403, 'permission_denied'])
    })
  })
})

describe('Verifying a password', () => {
  /** Processor time, which does not depend on what else the machine does; taken in turns, so that its speed is the same for both. */
  it('costs as much for unknown people as for known ones', async () => {
    const known = await hashPassword(PASSWORD)
    const cost = async (stored: string | undefined) => {
      const before = process.cpuUsage()
      expect(await verifyPassword('wrong', stored)).to.equal(false)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    // What else the process does only adds to a cost, so the least of many is the cost itself.
    const [forKnown, forUnknown]: [number[], number[]] = [[], []]
    for (let count = 0; count < 8; count++) {
      forKnown.push(await cost(known))
      forUnknown.push(await cost(undefined))
    }
    expect(Math.min(...forUnknown) / Math.min(...forKnown)).to.be.within(0.5, 2)
  })

  it('accepts the same characters in any Unicode composition', async () => {
    const composed = await hashPassword('schöne grüße')
    expect(await verifyPassword('schöne grüße'.normalize('NFD'), composed)).to.equal(true)
    expect(await verifyPassword('schone grusse', composed)).to.equal(false)
  })
})
