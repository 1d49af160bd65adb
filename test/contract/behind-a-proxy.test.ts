import { expect } from 'chai'
import { createRateLimit } from '../../host/core/auth/index.ts'
import { startTestHost, type TestHost, type TestHostOptions } from '../../host/testing/index.ts'

type Headers = Readonly<Record<string, string>>

const PROXY = '127.0.0.1'
const FARTHER_PROXY = '10.0.0.7'

/** A host that allows two wrong tokens from each network, behind a proxy that is this test. */
function useHost(options: TestHostOptions) {
  let host: TestHost
  before(async () => {
    host = await startTestHost({ ...options, limitAddress: createRateLimit({ points: 2, seconds: 600 }) })
  })
  after(() => host.close())
  const send = (path: string, init: { method?: string; headers: Headers; body?: string }) =>
    fetch(`${host.url}${path}`, init)
  /** The statuses of three wrong tokens in a row. */
  const guess = async (headers: (attempt: number) => Headers) => {
    const statuses: number[] = []
    for (const attempt of [1, 2, 3]) {
      const { status } = await send('/api/v1/auth/me', {
        headers: { authorization: 'Bearer wrong', ...headers(attempt) },
      })
      statuses.push(status)
    }
    return statuses
  }
  const signIn = async (headers: Headers) => {
    const token = host.signInLink?.split('#token=')[1]
    const body = JSON.stringify({ token })
    return send('/api/v1/auth/sessions', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
  }
  return { guess, send, signIn }
}

const OPEN = [401, 401, 401]
const LIMITED = [401, 401, 429]

describe('A host behind a trusted proxy', () => {
  const { guess, send, signIn } = useHost({ trustProxy: [PROXY, '10.0.0.0/8'] })

  it('limits each client of the proxy on its own', async () => {
    expect(await guess(() => ({ 'x-forwarded-for': '203.0.113.1' }))).to.deep.equal(LIMITED)
    expect(await guess((attempt) => ({ 'x-forwarded-for': `203.0.113.${10 + attempt}` }))).to.deep.equal(OPEN)
  })

  it('believes no address that a client has put before its own', async () => {
    expect(await guess((attempt) => ({ 'x-forwarded-for': `6.6.6.${attempt}, 203.0.113.30` }))).to.deep.equal(LIMITED)
  })

  it('looks behind every proxy that is trusted', async () => {
    expect(
      await guess((attempt) => ({ 'x-forwarded-for': `203.0.113.${40 + attempt}, ${FARTHER_PROXY}` })),
    ).to.deep.equal(OPEN)
    expect(await guess(() => ({ 'x-forwarded-for': `[2001:db8::1]:4711, ${FARTHER_PROXY}` }))).to.deep.equal(LIMITED)
  })

  it('counts what names no address as the proxy’s own', async () => {
    expect(await guess((attempt) => ({ 'x-forwarded-for': `unknown${attempt}` }))).to.deep.equal(LIMITED)
  })

  it('does not read the header that this proxy passes on unread', async () => {
    const headers = (attempt: number) => ({ forwarded: `for=6.6.7.${attempt}`, 'x-forwarded-for': '203.0.113.50' })
    expect(await guess(headers)).to.deep.equal(LIMITED)
  })

  it('keeps the session of a client that used https in a cookie for https, and notes its address', async () => {
    const made = await signIn({ 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.60' })
    const [cookie = ''] = made.headers.getSetCookie()
    expect(cookie).to.match(/^__Host-atrium_session=.*; secure; httponly$/)
    const [pair = ''] = cookie.split(';')
    const asked = { headers: { cookie: pair, 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.60' } }
    const sessions = (await (await send('/api/v1/auth/sessions', asked)).json()) as { address: string }[]
    expect(sessions.map(({ address }) => address)).to.deep.equal(['203.0.113.60'])
  })

  it('lets pages of the address that the client asked for sign in, and no others', async () => {
    const enter = (origin: string) =>
      signIn({
        ...{ origin, 'x-forwarded-for': '203.0.113.70' },
        ...{ 'x-forwarded-host': 'atrium.example.org', 'x-forwarded-proto': 'https' },
      })
    const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code
    expect(await codeOf(await enter('https://evil.example'))).to.equal('origin_refused')
    expect(await codeOf(await enter('https://atrium.example.org'))).to.not.equal('origin_refused')
  })
})

describe('A host behind a proxy that sends Forwarded', () => {
  const { guess, signIn } = useHost({ trustProxy: [PROXY], proxyHeader: 'forwarded' })

  it('reads it, with its scheme', async () => {
    expect(await guess((attempt) => ({ forwarded: `for=203.0.113.${attempt};proto=https` }))).to.deep.equal(OPEN)
    expect(await guess(() => ({ forwarded: 'for="[2001:db8::2]:4711"' }))).to.deep.equal(LIMITED)
    const [cookie] = (await signIn({ forwarded: 'for=203.0.113.9;proto=https' })).headers.getSetCookie()
    expect(cookie).to.match(/^__Host-/)
  })

  it('reads nothing else, and nothing of a malformed one', async () => {
    expect(await guess((attempt) => ({ 'x-forwarded-for': `6.6.6.${attempt}`, forwarded: '="for' }))).to.deep.equal(
      LIMITED,
    )
  })
})

describe('A host that trusts no proxy, or another one', () => {
  for (const trustProxy of [undefined, ['192.0.2.0/24', '2001:db8::/32']]) {
    const { guess, signIn } = useHost({ trustProxy })

    it(`ignores what anybody can send (${trustProxy?.join(', ') ?? 'none'})`, async () => {
      const [cookie] = (await signIn({ 'x-forwarded-proto': 'https' })).headers.getSetCookie()
      expect(cookie).to.match(/^atrium_session=/)
      expect((await guess((attempt) => ({ 'x-forwarded-for': `6.6.6.${attempt}` }))).at(-1)).to.equal(429)
    })
  }
})
