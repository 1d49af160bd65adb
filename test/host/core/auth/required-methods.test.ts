import { expect } from 'chai'
import { TOTP, Secret } from 'otpauth'
import type { SignInRequirements } from '../../../../host/core/auth/requirements.ts'
import { joinRequirements } from '../../../../host/core/auth/requirements.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { startAuth } from './start-auth.ts'

const EMAIL = 'ada@example.org'
const PASSWORD = 'seven small boats at dusk'

describe('What roles require of a sign-in', () => {
  eachDatabase((target) => {
    /** A person with a password, whose roles require more from then on. */
    const startWith = async (...required: SignInRequirements[]) => {
      const roles: SignInRequirements[] = []
      const started = await startAuth(target, { requirementsOf: async () => joinRequirements(roles) })
      const cookie = await started.setPassword(EMAIL, PASSWORD)
      roles.push(...required)
      const begin = () => started.send('POST', '/sessions', { body: { email: EMAIL, password: PASSWORD } })
      return { ...started, cookie, begin }
    }

    it('leads a person without a second factor to set one up before anything else', async () => {
      const { begin, send, clock } = await startWith({}, { second_factor: 'required' })
      const half = await begin()
      expect(half.status).to.equal(202)
      expect(half.body).to.deep.include({ step: 'enrol', methods: ['totp', 'passkey'] })
      const state = await send('GET', '/sign-in', { cookie: half.cookie })
      expect(state.body.pending).to.deep.equal(half.body)
      expect((await send('GET', '/me', { cookie: half.cookie })).status).to.equal(401)
      const code = { code: '123456' }
      expect((await send('POST', '/sign-in/code', { cookie: half.cookie, body: code })).status).to.equal(401)

      const { body } = await send('POST', '/sign-in/totp', { cookie: half.cookie })
      const wrong = await send('POST', '/sign-in/totp/confirm', { cookie: half.cookie, body: { code: '000000' } })
      expect(wrong.status).to.equal(422)
      const right = TOTP.generate({ secret: Secret.fromBase32(String(body.secret)), timestamp: clock.now })
      const whole = await send('POST', '/sign-in/totp/confirm', { cookie: half.cookie, body: { code: right } })
      expect(whole.status).to.equal(201)
      expect(whole.body.recovery_codes).to.have.lengthOf(10)
      expect((await send('GET', '/me', { cookie: whole.cookie })).status).to.equal(200)
      expect((await begin()).body).to.deep.include({ step: 'verify', methods: ['totp', 'recovery_code'] })
    })

    it('leads a person whose role requires a passkey to add one, also if they have an app', async () => {
      const { begin, send, cookie, clock } = await startWith({ method: 'passkey' })
      expect((await begin()).body).to.deep.include({ step: 'enrol', methods: ['passkey'] })
      const { body } = await send('POST', '/totp', { cookie })
      const code = () => TOTP.generate({ secret: Secret.fromBase32(String(body.secret)), timestamp: clock.now })
      await send('POST', '/totp/confirm', { cookie, body: { code: code() } })
      clock.now += 30_000
      const half = await begin()
      expect(half.body, 'first the app, so that a password alone adds no passkey').to.deep.include({
        step: 'verify',
        methods: ['totp', 'recovery_code'],
      })
      const next = await send('POST', '/sign-in/code', { cookie: half.cookie, body: { code: code() } })
      expect(next.status).to.equal(202)
      expect(next.body).to.deep.include({ step: 'enrol', methods: ['passkey'] })
      expect((await send('POST', '/sign-in/totp', { cookie: next.cookie })).status).to.equal(401)
      const options = await send('POST', '/sign-in/passkeys/options', { cookie: next.cookie })
      expect(options.body).to.have.property('challenge')
    })

    it('refuses a password if the account of the organization is required, and says so', async () => {
      const { begin } = await startWith({ method: 'oidc' })
      const refused = await begin()
      expect(refused.status).to.equal(403)
      expect(refused.body.code).to.equal('sign_in_method_refused')
      expect(refused.cookie).to.equal('')
    })
  })
})
