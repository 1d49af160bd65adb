import { expect } from 'chai'
import { Secret, TOTP } from 'otpauth'
import { eachDatabase } from '../../../helpers/databases.ts'
import type { Answer, TestAuth } from '../auth/start-auth.ts'
import { startAuth } from '../auth/start-auth.ts'

const EMAIL = 'ada@example.org'
const PASSWORD = 'seven small boats at dusk'
const STEP = 30_000
const MINUTE = 60_000

describe('An authenticator app', () => {
  eachDatabase((target) => {
    /** A person with a password, and a code of their app at the present time of the test. */
    const startWithApp = async () => {
      const started = await startAuth(target, { adminToken: 't'.repeat(32) })
      const cookie = await started.setPassword(EMAIL, PASSWORD)
      const { body } = await started.send('POST', '/totp', { cookie })
      const secret = Secret.fromBase32(String(body.secret))
      const code = (later = 0) => TOTP.generate({ secret, timestamp: started.clock.now + later })
      const confirmed = await started.send('POST', '/totp/confirm', { cookie, body: { code: code() } })
      started.clock.now += STEP
      return { ...started, cookie, code, uri: String(body.uri), codes: codesOf(confirmed), confirmed }
    }
    const begin = ({ send }: TestAuth) => send('POST', '/sessions', { body: { email: EMAIL, password: PASSWORD } })

    it('is set up with a key to scan or to type, and its first code makes it count and gives ten recovery codes', async () => {
      const { uri, codes, send, cookie, database } = await startWithApp()
      expect(uri).to.match(/^otpauth:\/\/totp\/Atrium:ada%40example\.org\?issuer=Atrium&secret=[A-Z2-7]{32}&/)
      expect(new Set(codes)).to.have.lengthOf(10)
      expect(codes[0]).to.match(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
      const { body } = await send('GET', '/methods', { cookie })
      expect(body).to.include({ password: true, recovery_codes_left: 10 }).and.to.have.property('totp_since')
      const stored = JSON.stringify([
        await database.knex('platform_totp'),
        await database.knex('platform_recovery_codes'),
      ])
      expect(stored).to.include('"v').and.to.not.include(codes[0])
      expect(stored).to.not.include(new URL(uri).searchParams.get('secret'))
    })

    it('does not count before its first code, and a wrong one is refused at its field', async () => {
      const { send, ...started } = await startAuth(target)
      const cookie = await started.setPassword(EMAIL, PASSWORD)
      await send('POST', '/totp', { cookie })
      const wrong = await send('POST', '/totp/confirm', { cookie, body: { code: '000000' } })
      expect(wrong).to.deep.include({ status: 422 })
      expect(wrong.body.errors).to.have.property('code')
      expect((await begin({ ...started, send })).status).to.equal(201)
    })

    it('makes the password half of a sign-in, with which nothing else can be done', async () => {
      const started = await startWithApp()
      const { send, code, logged } = started
      const half = await begin(started)
      expect(half.status).to.equal(202)
      expect(half.body).to.deep.equal({ step: 'verify', methods: ['totp', 'recovery_code'], name: 'Operator' })
      expect(half.cookie).to.match(/^atrium_sign_in=/)
      const asSession = half.cookie.replace('atrium_sign_in', 'atrium_session')
      for (const cookie of [half.cookie, asSession])
        for (const path of ['/me', '/methods', '/sessions'])
          expect((await send('GET', path, { cookie })).status, `${path} with ${cookie}`).to.equal(401)
      const early = await send('POST', '/sign-in/totp', { cookie: half.cookie })
      expect(early.status, 'it cannot set up another app').to.equal(401)

      const whole = await send('POST', '/sign-in/code', { cookie: half.cookie, body: { code: code() } })
      expect(whole.status).to.equal(201)
      expect((await send('GET', '/me', { cookie: whole.cookie })).status).to.equal(200)
      const again = await send('POST', '/sign-in/code', { cookie: half.cookie, body: { code: code(STEP) } })
      expect(again.status, 'a sign-in ends once').to.equal(401)
      expect(logged.join()).to.include('"methods":["password","totp"]')
    })

    it('accepts a code once, even if it is sent twice at the same time, and none from before it', async () => {
      const started = await startWithApp()
      const { send, code, clock } = started
      const halves = [await begin(started), await begin(started), await begin(started)]
      const sent = code()
      const answers = await Promise.all(
        halves.map(({ cookie }) => send('POST', '/sign-in/code', { cookie, body: { code: sent } })),
      )
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 401, 401])
      const { cookie } = await begin(started)
      const before = await send('POST', '/sign-in/code', { cookie, body: { code: code(-STEP) } })
      expect(before.status, 'the code before the one that was used').to.equal(401)
      clock.now += STEP
      expect((await send('POST', '/sign-in/code', { cookie, body: { code: code() } })).status).to.equal(201)
    })

    it('is needed after a sign-in link, too', async () => {
      const { send, signIn, database, code } = await startWithApp()
      await database.knex('platform_users').update({ password_hash: null })
      const half = await signIn()
      expect(half).to.match(/^atrium_sign_in=/)
      expect((await send('POST', '/sign-in/code', { cookie: half, body: { code: code() } })).status).to.equal(201)
    })

    it('can be replaced by a recovery code, each of which works once', async () => {
      const started = await startWithApp()
      const { send, codes, cookie } = started
      const typed = ` ${codes[3]?.toUpperCase().replaceAll('-', ' ')}`
      const use = async () => {
        const half = await begin(started)
        return send('POST', '/sign-in/code', { cookie: half.cookie, body: { code: typed } })
      }
      expect([(await use()).status, (await use()).status]).to.deep.equal([201, 401])
      expect((await send('GET', '/methods', { cookie })).body).to.include({ recovery_codes_left: 9 })
      const renewed = await send('POST', '/recovery-codes', { cookie })
      expect(codesOf(renewed)).to.have.lengthOf(10).and.to.not.include(codes[0])
      const old = await begin(started)
      const late = await send('POST', '/sign-in/code', { cookie: old.cookie, body: { code: codes[0] } })
      expect(late.status, 'an earlier code').to.equal(401)
    })

    it('is limited like a password, and wrong codes say nothing', async () => {
      const started = await startWithApp()
      const { send, code } = started
      const { cookie } = await begin(started)
      const statuses: number[] = []
      for (let count = 0; count < 21; count++) {
        const headers = { 'x-forwarded-for': `198.51.100.${count}` }
        const wrong = await send('POST', '/sign-in/code', { cookie, body: { code: '000000' }, headers })
        statuses.push(wrong.status)
      }
      expect(statuses.filter((status) => status === 401)).to.have.lengthOf(20)
      expect(statuses.at(-1)).to.equal(429)
      expect((await send('POST', '/sign-in/code', { cookie, body: { code: code() } })).status).to.equal(429)
    })

    it('is over with the person: a half sign-in ends after 10 minutes, with a new password, and when they are disabled', async () => {
      const started = await startWithApp()
      const { send, code, clock, cookie, database } = started
      const finish = (half: Answer) => send('POST', '/sign-in/code', { cookie: half.cookie, body: { code: code() } })
      const slow = await begin(started)
      clock.now += 10 * MINUTE
      expect((await finish(slow)).status).to.equal(401)
      const former = await begin(started)
      await send('PUT', '/password', { cookie, body: { current: PASSWORD, password: 'eight large ships at dawn' } })
      expect((await finish(former)).status).to.equal(401)
      const disabled = await send('POST', '/sessions', {
        body: { email: EMAIL, password: 'eight large ships at dawn' },
      })
      await database.knex('platform_users').update({ disabled_at: new Date(clock.now).toISOString() })
      expect((await finish(disabled)).status).to.equal(401)
    })

    it('is changed only by somebody who has just proved that it is them', async () => {
      const { send, cookie, clock, code, codes, database } = await startWithApp()
      clock.now += 11 * MINUTE
      const refused = await send('DELETE', '/totp', { cookie })
      expect(refused).to.deep.include({ status: 403 })
      expect(refused.body.code).to.equal('confirmation_required')
      const wrong = await send('POST', '/confirm', { cookie, body: { password: 'wrong wrong wrong' } })
      expect(wrong.body.errors).to.have.property('password')
      expect((await send('POST', '/confirm', { cookie, body: { code: '000000' } })).status).to.equal(422)
      expect((await send('POST', '/confirm', { cookie, body: { code: code() } })).status).to.equal(204)
      const second = await send('POST', '/totp', { cookie })
      expect(second.body.code, 'the app in use is not overwritten').to.equal('conflict')
      expect((await send('DELETE', '/totp', { cookie })).status).to.equal(204)
      expect((await send('DELETE', '/totp', { cookie })).status).to.equal(404)
      expect(await database.knex('platform_recovery_codes'), 'codes go with what they stood for').to.have.lengthOf(0)
      expect(codes).to.have.lengthOf(10)
    })

    it('is reset by an operator for somebody who has lost it, which ends their sessions', async () => {
      const started = await startWithApp()
      const { send, cookie, database } = started
      const admin = { authorization: `Bearer ${'t'.repeat(32)}` }
      const { id } = (await send('GET', '/me', { cookie })).body
      const reset = await send('DELETE', `/people/${String(id)}/methods`, { headers: admin })
      expect(reset.status).to.equal(204)
      expect((await send('GET', '/me', { cookie })).status).to.equal(401)
      expect((await begin(started)).status, 'the password alone').to.equal(201)
      expect(await database.knex('platform_recovery_codes')).to.have.lengthOf(0)
    })

    it('whose key cannot be opened any more accepts nothing, but recovery codes still work', async () => {
      const started = await startWithApp()
      const { send, code, codes, database, logged } = started
      const [{ secret }] = (await database.knex('platform_totp').select('secret')) as [{ secret: string }]
      await database.knex('platform_totp').update({ secret: secret.replace(/\.[\w-]{8}\./, '.AAAAAAAA.') })
      const half = await begin(started)
      expect((await send('POST', '/sign-in/code', { cookie: half.cookie, body: { code: code() } })).status).to.equal(
        401,
      )
      expect(logged.join()).to.include('cannot be opened')
      const body = { code: codes[1] }
      expect((await send('POST', '/sign-in/code', { cookie: half.cookie, body })).status).to.equal(201)
    })
  })
})

describe('Own sessions', () => {
  eachDatabase((target) => {
    it('are listed with device, address and last use, and ended one by one or everywhere else', async () => {
      const { send, setPassword } = await startAuth(target)
      const cookie = await setPassword(EMAIL, PASSWORD)
      const body = { email: EMAIL, password: PASSWORD }
      const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
      const other = await send('POST', '/sessions', { body, headers: { ...headers, 'x-forwarded-for': '192.0.2.7' } })
      const third = await send('POST', '/sessions', { body, headers })
      const list = async () => Object.values((await send('GET', '/sessions', { cookie })).body) as OwnSession[]
      const sessions = await list()
      expect(sessions.map(({ current }) => current).filter(Boolean)).to.have.lengthOf(1)
      const away = sessions.find(({ address }) => address === '192.0.2.7')
      expect(away).to.include({ device: 'Firefox on Linux', current: false })
      expect(away?.methods).to.deep.equal(['password'])
      expect((await send('DELETE', `/sessions/${away?.id}`, { cookie })).status).to.equal(204)
      expect((await send('DELETE', `/sessions/${away?.id}`, { cookie })).status).to.equal(404)
      expect((await send('GET', '/me', { cookie: other.cookie })).status).to.equal(401)
      expect((await send('DELETE', '/sessions', { cookie })).status).to.equal(204)
      expect((await send('GET', '/me', { cookie: third.cookie })).status).to.equal(401)
      expect(await list()).to.have.lengthOf(1)
    })

    it('are nothing that a token has', async () => {
      const { send } = await startAuth(target, { adminToken: 't'.repeat(32) })
      const headers = { authorization: `Bearer ${'t'.repeat(32)}` }
      for (const path of ['/sessions', '/methods'])
        expect((await send('GET', path, { headers })).body.code, path).to.equal('permission_denied')
    })
  })
})

interface OwnSession {
  readonly id: string
  readonly device: string
  readonly address: string
  readonly methods: string[]
  readonly current: boolean
}

const codesOf = ({ body }: Answer) => (body.recovery_codes ?? []) as string[]
