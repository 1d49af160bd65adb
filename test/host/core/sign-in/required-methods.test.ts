import { ApiError } from '@atrium/sdk'
import { expect } from 'chai'
import { TOTP, Secret } from 'otpauth'
import type { Principal } from '../../../../host/core/auth/index.ts'
import type { SignInRequirements } from '../../../../host/core/auth/requirements.ts'
import type { Provider } from '../../../../host/core/sign-in/oidc.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { startAuth } from '../auth/start-auth.ts'

const EMAIL = 'ada@example.org'
const PASSWORD = 'seven small boats at dusk'
const ADMIN = 't'.repeat(32)

describe('What roles require of a sign-in', () => {
  eachDatabase((target) => {
    /** A person with a password, whose roles require more from then on. */
    const startWith = async (...required: SignInRequirements[]) => {
      const company = { title: 'Company', issuer: 'https://id.example.org', client_id: 'atrium' }
      const providers: Provider[] = [{ ...company, id: 'company' }]
      const started = await startAuth(target, { adminToken: ADMIN, providers: () => providers })
      const cookie = await started.setPassword(EMAIL, PASSWORD)
      const by = (await started.auth.authenticate({ authorization: `Bearer ${ADMIN}` }))?.caller as Principal
      const roles = await Promise.all(
        required.map((requirements, at) =>
          started.auth.roles.create({ name: `role-${at}`, permissions: [], requirements }, { by }),
        ),
      )
      const [{ id = '' } = {}] = await started.auth.users.list()
      const begin = () => started.send('POST', '/sessions', { body: { email: EMAIL, password: PASSWORD } })
      const oblige = () =>
        started.auth.users.update(id, { roles: ['operator', ...roles.map((role) => role.id)] }, { by })
      return { ...started, cookie, begin, oblige, roles, by, id, providers }
    }

    it('ends the sessions that do not meet it, within a second, and those that do go on', async () => {
      const { send, cookie, oblige, auth, roles, by } = await startWith({ second_factor: 'required' })
      expect((await send('GET', '/me', { cookie })).status).to.equal(200)
      await oblige()
      expect((await send('GET', '/me', { cookie })).status).to.equal(401)
      expect((await auth.roles.get(roles[0]?.id ?? '')).requirements).to.deep.equal({ second_factor: 'required' })
      await auth.roles.update(roles[0]?.id ?? '', { requirements: {} }, { by })
      expect((await send('GET', '/me', { cookie })).status, 'it was not thrown away').to.equal(200)
    })

    it('leads a person without a second factor to set one up before anything else', async () => {
      const { begin, oblige, send, clock } = await startWith({}, { second_factor: 'required' })
      await oblige()
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
      const { begin, oblige, send, cookie, clock } = await startWith({ method: 'passkey' })
      const { body } = await send('POST', '/totp', { cookie })
      const code = () => TOTP.generate({ secret: Secret.fromBase32(String(body.secret)), timestamp: clock.now })
      await send('POST', '/totp/confirm', { cookie, body: { code: code() } })
      clock.now += 30_000
      await oblige()
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
      const { begin, oblige } = await startWith({ method: 'oidc' })
      await oblige()
      const refused = await begin()
      expect(refused.status).to.equal(403)
      expect(refused.body.code).to.equal('sign_in_method_refused')
      expect(refused.cookie).to.equal('')
    })

    it('never locks anybody out for good: without the provider, an operator lets them in with a link', async () => {
      const { begin, oblige, send, auth, by, id, providers, logged } = await startWith({ method: 'oidc' })
      await oblige()
      const signInByLink = async () => {
        const { url } = await auth.links.create(id, 'sign_in', { by })
        return send('POST', '/sessions', { body: { token: url.split('#token=')[1] } })
      }
      expect((await signInByLink()).status, 'while there is a provider').to.equal(403)
      expect(await auth.required.warnings()).to.deep.equal([])
      providers.length = 0
      const refused = await begin()
      expect(refused.status).to.equal(403)
      expect(refused.body.detail).to.include('sign_in.providers').and.to.include('atrium sign-in-link')
      const { status, cookie } = await signInByLink()
      expect(status).to.equal(201)
      expect((await send('GET', '/me', { cookie })).status).to.equal(200)
      await auth.required.review()
      expect(logged.join()).to.include('holders of the role [role-0] cannot sign in')
      expect(await auth.required.warnings()).to.have.length(1)
    })

    it('is refused, naming the setting, if this host cannot offer it', async () => {
      const { auth, providers } = await startWith()
      auth.required.requireOffered({ method: 'oidc' })
      auth.required.requireOffered({ method: 'passkey' })
      providers.length = 0
      expect(() => auth.required.requireOffered({ method: 'oidc' }))
        .to.throw(ApiError)
        .that.nested.includes({
          'options.errors.sign_in_with':
            'No identity provider is configured: add one to `sign_in.providers` in panels.config.json, or choose another method. Otherwise nobody with this role could sign in.',
        })
    })
  })
})
