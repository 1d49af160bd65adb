import { expect } from 'chai'
import { SMTPServer } from 'smtp-server'
import type { AddressInfo } from 'node:net'
import { after } from 'mocha'
import { text } from 'node:stream/consumers'
import { eachDatabase, target } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { until } from '../../../helpers/until.ts'
import { SITE, startAuth, type TestAuth } from '../auth/start-auth.ts'

const HOUR = 3_600_000
const PASSWORD = 'seven wild plum trees'
const tokenOf = (url: string) => url.split('#token=')[1] ?? ''

async function invite({ auth, operator }: TestAuth, values: object = { email: 'ada@example.com' }) {
  const by = await operator()
  const user = await auth.users.create({ name: 'Ada', roles: ['viewer'], ...values }, { by })
  const link = await auth.links.create(user.id, 'invitation', { by })
  return { by, user, link, token: tokenOf(link.url) }
}

describe('An invitation', () => {
  eachDatabase((target) => {
    it('is a link to copy, to the address of the platform, with its token in the fragment', async () => {
      const { link } = await invite(await startAuth(target))
      expect(link.url).to.match(new RegExp(`^${SITE}/sign-in/welcome#token=[\\w-]{43}$`))
      expect(link).to.include({ purpose: 'invitation', sent_to: null })
    })

    it('shows whom it is for, and lets them choose a name and a password', async () => {
      const started = await startAuth(target)
      const { user, token } = await invite(started)
      const { auth, send } = started
      const opened = await send('POST', '/links/open', { body: { token } })
      expect(opened.body).to.deep.equal({ purpose: 'invitation', name: 'Ada', email: 'ada@example.com' })
      const accepted = await send('POST', '/links/accept', { body: { token, password: PASSWORD, name: 'Ada Byron' } })
      expect(accepted.status).to.equal(201)
      expect(accepted.body).to.include({ name: 'Ada Byron', has_password: true })
      expect(accepted.body.permissions).to.include('*.*.view')
      expect((await send('GET', '/me', { cookie: accepted.cookie })).body).to.deep.equal(accepted.body)
      expect(await auth.users.get(user.id)).to.include({ state: 'active', name: 'Ada Byron' })
      const again = await send('POST', '/sessions', { body: { email: 'ada@example.com', password: PASSWORD } })
      expect(again.status).to.equal(201)
    })

    it('asks for an e-mail if the person has none', async () => {
      const started = await startAuth(target)
      const { token } = await invite(started, {})
      const { send } = started
      const without = await send('POST', '/links/accept', { body: { token, password: PASSWORD } })
      expect(without.status).to.equal(422)
      expect(without.body.errors).to.have.keys('email')
      const body = { token, password: PASSWORD, email: 'Ada@example.com' }
      expect((await send('POST', '/links/accept', { body })).body).to.include({ email: 'ada@example.com' })
    })

    it('works once, even for two at the same time', async () => {
      const started = await startAuth(target)
      const { token } = await invite(started)
      const accept = () => started.send('POST', '/links/accept', { body: { token, password: PASSWORD } })
      const answers = await Promise.all([accept(), accept()])
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 401])
      expect((await accept()).body).to.include({ code: 'credentials_invalid' })
      expect((await started.send('POST', '/links/open', { body: { token } })).status).to.equal(401)
    })

    it('expires after three days, and with the next one', async () => {
      const started = await startAuth(target)
      const { by, user, token } = await invite(started)
      const { auth, send, clock } = started
      const status = async (token: string) => (await send('POST', '/links/open', { body: { token } })).status
      clock.now += 72 * HOUR - 1
      expect(await status(token)).to.equal(200)
      clock.now += 1
      expect(await status(token)).to.equal(401)
      const [first, second] = [
        tokenOf((await auth.links.create(user.id, 'invitation', { by: await started.operator() })).url),
        tokenOf((await auth.links.create(user.id, 'invitation', { by })).url),
      ]
      expect([await status(first), await status(second)]).to.deep.equal([401, 200])
    })

    it('keeps the refused password at its field, and can be used again', async () => {
      const started = await startAuth(target)
      const { token } = await invite(started)
      const weak = await started.send('POST', '/links/accept', { body: { token, password: 'ada@example.com' } })
      expect(weak.status).to.equal(422)
      expect(weak.body.errors).to.have.keys('password')
      expect((await started.send('POST', '/links/accept', { body: { token, password: PASSWORD } })).status).to.equal(
        201,
      )
    })

    it('is no link to sign in with, and the other way round', async () => {
      const started = await startAuth(target)
      const { by, user, token } = await invite(started)
      expect((await started.send('POST', '/sessions', { body: { token } })).status).to.equal(401)
      const signIn = await started.auth.links.create(user.id, 'sign_in', { by })
      expect(signIn.url).to.include(`${SITE}/sign-in#token=`)
      const body = { token: tokenOf(signIn.url), password: PASSWORD }
      expect((await started.send('POST', '/links/accept', { body })).status).to.equal(401)
      expect((await started.send('POST', '/sessions', { body: { token: body.token } })).status).to.equal(201)
    })

    it('starts a session of its own: a planted cookie is worth nothing', async () => {
      const started = await startAuth(target)
      const { token } = await invite(started)
      const planted = `atrium_session=${'A'.repeat(43)}`
      const body = { token, password: PASSWORD }
      const { cookie } = await started.send('POST', '/links/accept', { cookie: planted, body })
      expect(cookie).to.not.equal(planted)
      expect(await started.auth.authenticate({ cookie: planted })).to.equal(undefined)
    })

    it('is not made for a service account, a disabled person, or by somebody who may do less', async () => {
      const { auth, operator, person } = await startAuth(target)
      const by = await operator()
      const robot = await auth.users.create({ name: 'Robot', kind: 'service' }, { by })
      expect(await rejection(auth.links.create(robot.id, 'invitation', { by }))).to.include({ code: 'conflict' })
      const ada = await person()
      await auth.users.update(ada.id, { disabled: true }, { by })
      expect(await rejection(auth.links.create(ada.id, 'sign_in', { by }))).to.include({ code: 'conflict' })
      const clerk = await person({ permissions: ['platform.users.*'] })
      const forOperator = auth.links.create(by.id, 'password_reset', { by: clerk })
      expect(await rejection(forOperator)).to.include({ code: 'permission_denied' })
    })
  })
})

describe('A password reset', () => {
  eachDatabase((target) => {
    it('made by an operator ends all sessions and replaces the password', async () => {
      const { auth, send, setPassword } = await startAuth(target)
      const cookie = await setPassword('op@example.com', PASSWORD)
      const { caller } = (await auth.authenticate({ cookie }))!
      const { url } = await auth.links.create(caller.id, 'password_reset', { by: caller })
      const password = 'eleven tall birches'
      const reset = await send('POST', '/links/accept', { body: { token: tokenOf(url), password, name: 'Ignored' } })
      expect(reset.body).to.include({ name: 'Operator' })
      expect(await auth.authenticate({ cookie })).to.equal(undefined)
      const signIn = (given: string) =>
        send('POST', '/sessions', { body: { email: 'op@example.com', password: given } })
      expect((await signIn(PASSWORD)).status).to.equal(401)
      expect((await signIn(password)).status).to.equal(201)
    })

    it('is answered the same for people who do not exist', async () => {
      const { send, setPassword, database } = await startAuth(target)
      await setPassword('op@example.com', PASSWORD)
      const ask = (email: string) => send('POST', '/password-resets', { body: { email } })
      const [known, unknown] = [await ask('op@example.com'), await ask('nobody@example.com')]
      expect([known.status, known.body]).to.deep.equal([unknown.status, unknown.body])
      expect([known.status, known.body]).to.deep.equal([202, { by_mail: false }])
      const unused = await database.knex('platform_sign_in_links').where({ purpose: 'password_reset' })
      expect(unused).to.deep.equal([])
    })

    it('is limited by network', async () => {
      const { send } = await startAuth(target)
      const ask = () => send('POST', '/password-resets', { body: { email: 'nobody@example.com' } })
      for (let count = 0; count < 100; count += 1) expect((await ask()).status).to.equal(202)
      const refused = await ask()
      expect(refused.status).to.equal(429)
      expect(Number(refused.headers.get('retry-after'))).to.be.above(0)
    })
  })
})

describe('Links by e-mail', () => {
  const sqlite = target('sqlite3')
  const received: string[] = []
  let port = 0

  before('start a mail server', async () => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => void text(stream).then((mail) => (received.push(mail), done())),
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.server.address() as AddressInfo).port
    after(() => new Promise<void>((resolve) => server.close(() => resolve())))
  })
  beforeEach(() => received.splice(0))

  const start = () => startAuth(sqlite, { mail: { url: `smtp://127.0.0.1:${port}`, from: 'atrium@example.org' } })
  const linkIn = (mail = '') =>
    tokenOf(
      mail
        .replaceAll('=\r\n', '')
        .replaceAll('=3D', '=')
        .match(/https:\S+/)?.[0] ?? '',
    )

  it('invite a person', async () => {
    const started = await start()
    const { link } = await invite(started)
    expect(link.sent_to).to.equal('ada@example.com')
    expect(received[0]).to.include('To: ada@example.com')
    const body = { token: linkIn(received[0]), password: PASSWORD }
    expect((await started.send('POST', '/links/accept', { body })).status).to.equal(201)
  })

  it('greet by the name in one line, even if an older one has several', async () => {
    const started = await start()
    await invite(started, { name: 'Ada,\r\n\r\nPay at https://evil.example\r\n', email: 'ada@example.com' })
    expect(received[0]?.replaceAll('=\r\n', '')).to.include('Hello Ada, Pay at https://evil.example,\r\n')
  })

  it('are written in the language that their recipient has chosen', async () => {
    const started = await start()
    const { by, user, token } = await invite(started)
    const { cookie } = await started.send('POST', '/links/accept', { body: { token, password: PASSWORD } })
    for (const [locale, greeting] of [
      ['de-AT', 'Guten Tag, Ada,'],
      ['fr', 'Hello Ada,'],
    ] as const) {
      expect((await started.send('PATCH', '/me', { body: { locale }, cookie })).status).to.equal(200)
      await started.auth.links.create(user.id, 'password_reset', { by })
      expect(received.at(-1)?.replaceAll('=\r\n', '')).to.include(greeting)
    }
  })

  it('let a person choose a new password, at most once in ten minutes', async () => {
    const { send, setPassword, clock } = await start()
    await setPassword('op@example.com', PASSWORD)
    const ask = (email: string) => send('POST', '/password-resets', { body: { email } })
    expect((await ask(' OP@example.com')).body).to.deep.equal({ by_mail: true })
    const mail = await until('the e-mail', () => received[0])
    await ask('op@example.com')
    await ask('nobody@example.com')
    clock.now += 10 * 60_000
    await ask('op@example.com')
    await until('the second e-mail', () => received[1])
    expect(received).to.have.length(2)
    expect((await send('POST', '/links/open', { body: { token: linkIn(mail) } })).status).to.equal(401)
    const body = { token: linkIn(received[1]), password: 'eleven tall birches' }
    expect((await send('POST', '/links/accept', { body })).status).to.equal(201)
  })

  it('can still be copied if the mail server is away', async () => {
    const started = await startAuth(sqlite, { mail: { url: 'smtp://127.0.0.1:1', from: 'atrium@example.org' } })
    const { link } = await invite(started)
    expect(link.sent_to).to.equal(null)
    expect(link.url).to.include('#token=')
    expect(started.logged.join('')).to.not.include(tokenOf(link.url))
  })
})
