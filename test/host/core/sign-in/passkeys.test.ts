import { expect } from 'chai'
import { eachDatabase } from '../../../helpers/databases.ts'
import { SoftwarePasskey } from '../../../helpers/software-passkey.ts'
import type { Answer } from '../auth/start-auth.ts'
import { SITE, startAuth } from '../auth/start-auth.ts'

const EMAIL = 'ada@example.org'
const PASSWORD = 'seven small boats at dusk'
const MINUTE = 60_000

describe('A passkey', () => {
  eachDatabase((target) => {
    const startWithPasskey = async () => {
      const started = await startAuth(target)
      const { send } = started
      const cookie = await started.setPassword(EMAIL, PASSWORD)
      const passkey = new SoftwarePasskey(SITE)
      const add = async (one: SoftwarePasskey, name = 'Laptop') => {
        const options = await send('POST', '/passkeys/options', { cookie })
        return send('POST', '/passkeys', { cookie, body: { name, response: one.make(options.body) } })
      }
      const added = await add(passkey)
      const challenge = async (by: string | undefined = undefined) =>
        (await send('POST', '/sign-in/passkey/options', by === undefined ? {} : { cookie: by })).body
      const signIn = async (one = passkey): Promise<Answer> =>
        send('POST', '/sign-in/passkey', { body: { response: one.use(await challenge()) } })
      return { ...started, cookie, passkey, add, added, challenge, signIn }
    }

    it('is added with a name, listed, renamed and removed by its owner', async () => {
      const { send, cookie, added, add, passkey, database } = await startWithPasskey()
      expect(added.body).to.include({ name: 'Laptop', synced: false })
      expect(added.body.recovery_codes, 'the first second factor comes with recovery codes').to.have.lengthOf(10)
      const second = await add(new SoftwarePasskey(SITE), 'Phone')
      expect(second.body).to.not.have.property('recovery_codes')
      expect((await add(passkey)).status, 'a second time').to.equal(422)
      const named = await send('PATCH', `/passkeys/${String(second.body.id)}`, { cookie, body: { name: ' Tablet ' } })
      expect(named.body).to.include({ name: 'Tablet' })
      expect((await send('DELETE', `/passkeys/${String(added.body.id)}`, { cookie })).status).to.equal(204)
      expect((await send('DELETE', `/passkeys/${String(added.body.id)}`, { cookie })).status).to.equal(404)
      const { body } = await send('GET', '/methods', { cookie })
      expect(body).to.include({ passkeys_at: SITE, recovery_codes_left: 10 })
      expect((body.passkeys as object[]).map((each) => (each as { name: string }).name)).to.deep.equal(['Tablet'])
      await send('DELETE', `/passkeys/${String(second.body.id)}`, { cookie })
      expect(await database.knex('platform_recovery_codes')).to.have.lengthOf(0)
    })

    it('signs in without a password, and needs no second step', async () => {
      const { signIn, send, cookie } = await startWithPasskey()
      const whole = await signIn()
      expect(whole.status).to.equal(201)
      expect((await send('GET', '/me', { cookie: whole.cookie })).body).to.include({ name: 'Operator' })
      const sessions = Object.values((await send('GET', '/sessions', { cookie })).body) as { methods: string[] }[]
      expect(sessions.map(({ methods }) => methods.join()).sort()).to.deep.equal(['link', 'passkey'])
    })

    it('is asked for after the password, and only those of the person count', async () => {
      const { send, passkey, challenge } = await startWithPasskey()
      const half = await send('POST', '/sessions', { body: { email: EMAIL, password: PASSWORD } })
      expect(half.status).to.equal(202)
      expect(half.body.methods).to.deep.equal(['passkey', 'recovery_code'])
      const { cookie } = half
      const options = await challenge(cookie)
      expect(options.allowCredentials).to.have.lengthOf(1)
      const stranger = new SoftwarePasskey(SITE)
      stranger.make({ ...options, user: { id: '' } })
      const wrong = await send('POST', '/sign-in/passkey', { cookie, body: { response: stranger.use(options) } })
      expect(wrong.status).to.equal(401)
      const anybody = await challenge()
      const foreign = await send('POST', '/sign-in/passkey', { cookie, body: { response: passkey.use(anybody) } })
      expect(foreign.status, 'a challenge that was not for this sign-in').to.equal(401)
      const right = await send('POST', '/sign-in/passkey', { cookie, body: { response: passkey.use(options) } })
      expect(right.status).to.equal(201)
    })

    it('answers a challenge once, within five minutes, on any host', async () => {
      const { send, passkey, challenge, clock } = await startWithPasskey()
      const options = await challenge()
      const use = (given: Record<string, unknown>) =>
        send('POST', '/sign-in/passkey', { body: { response: passkey.use(given) } })
      const statuses = (await Promise.all([use(options), use(options), use(options)])).map(({ status }) => status)
      expect(statuses.sort()).to.deep.equal([201, 401, 401])
      const late = await challenge()
      clock.now += 5 * MINUTE
      expect((await use(late)).status).to.equal(401)
      const made = Buffer.from('m'.repeat(43)).toString('base64url')
      expect((await use({ challenge: made })).status, 'a challenge of its own').to.equal(401)
    })

    it('whose counter was used is refused, and its owner sees that', async () => {
      const { send, passkey, signIn, cookie, logged } = await startWithPasskey()
      passkey.counter = 7
      expect((await signIn()).status).to.equal(201)
      for (const stale of [7, 3, 0]) {
        passkey.counter = stale
        expect((await signIn()).status, String(stale)).to.equal(401)
      }
      const { passkeys } = (await send('GET', '/methods', { cookie })).body as { passkeys: object[] }
      expect(passkeys[0]).to.have.property('refused_at')
      expect(logged.filter((line) => line.includes('counter that had been used'))).to.have.lengthOf(3)
      passkey.counter = 8
      expect((await signIn()).status).to.equal(201)
    })

    it('belongs to the public address, whatever the Host header says, and needs its owner’s finger or PIN', async () => {
      const { send, passkey, challenge } = await startWithPasskey()
      const evil = new SoftwarePasskey('https://evil.example')
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
      const { body: options } = await send('POST', '/sign-in/passkey/options', { headers })
      expect(options.rpId).to.equal('atrium.example.org')
      const unverified = passkey.use(await challenge(), { verified: false })
      const creation = passkey.use(await challenge(), { type: 'webauthn.create' })
      for (const response of [evil.use(options), unverified, creation])
        expect((await send('POST', '/sign-in/passkey', { body: { response }, headers })).status).to.equal(401)
    })

    it('cannot be added where browsers allow none', async () => {
      const { send, setPassword } = await startAuth(target, { publicUrl: () => 'http://192.0.2.1:3000' })
      const cookie = await setPassword(EMAIL, PASSWORD)
      const refused = await send('POST', '/passkeys/options', { cookie })
      expect(refused.body).to.include({ code: 'conflict' })
      expect(refused.body.detail).to.include('[http://192.0.2.1:3000]').and.to.include('ATRIUM_PUBLIC_URL')
      expect((await send('GET', '/sign-in')).body).to.deep.equal({ providers: [] })
    })

    it('is refused, never failing, for any change of an answer', async () => {
      const { send, passkey, challenge, cookie } = await startWithPasskey()
      passkey.counter = 1
      for (let count = 0; count < 200; count++) {
        const response = passkey.use(await challenge())
        const mutated = mutate(response, count)
        const { status } = await send('POST', '/sign-in/passkey', {
          body: { response: mutated },
          headers: { 'x-forwarded-for': `203.0.${count}.7` },
        })
        expect(status, JSON.stringify(mutated)).to.equal(401)
      }
      for (let count = 0; count < 50; count++) {
        const options = await send('POST', '/passkeys/options', { cookie })
        const response = mutate(new SoftwarePasskey(SITE).make(options.body), count)
        const { status } = await send('POST', '/passkeys', { cookie, body: { name: 'Copy', response } })
        expect(status, JSON.stringify(response)).to.be.oneOf([201, 422])
      }
    })
  })
})

/** Changes one byte of one text in an answer, or cuts it. The same number makes the same change. */
function mutate(answer: { response: object; id: string }, count: number): object {
  const response = { ...answer.response } as Record<string, string>
  const names = Object.keys(response).filter((name) => typeof response[name] === 'string')
  const name = names[count % names.length] ?? ''
  const bytes = Buffer.from(response[name] ?? '', 'base64url')
  const at = (count * 7919) % bytes.length
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (count % 8))
  const changed = count % 5 === 4 ? bytes.subarray(0, at) : bytes
  return { ...answer, response: { ...response, [name]: changed.toString('base64url') || 'A' } }
}
