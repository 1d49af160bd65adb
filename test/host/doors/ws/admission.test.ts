import { expect } from 'chai'
import { createRateLimit } from '../../../../host/core/auth/create-rate-limit.ts'
import { target } from '../../../helpers/databases.ts'
import { sendRaw } from '../../../helpers/send-raw.ts'
import { until } from '../../../helpers/until.ts'
import { startGateway, TOKEN, type TestGateway } from './start-gateway.ts'

const SUBSCRIBE = { namespace: 'shell', type: 'subscribe', payload: {} }

describe('A WebSocket', () => {
  const database = target('prebuilt')
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway(database)
  })

  it('is opened with a bearer token', async () => {
    const client = await gateway.open()
    expect((await client.ask(SUBSCRIBE)).type).to.equal('subscribed')
  })

  it('is opened with a cookie from a page of the host', async () => {
    const cookie = await gateway.signIn(['*'])
    const client = await gateway.open({ headers: { cookie, origin: gateway.url } })
    expect((await client.ask(SUBSCRIBE)).type).to.equal('subscribed')
  })

  for (const origin of ['https://evil.example', 'null', undefined]) {
    it(`is not opened with a cookie from a page of ${origin}`, async () => {
      const cookie = await gateway.signIn(['*'])
      const { status, body } = await gateway.refused({ headers: { cookie, ...(origin && { origin }) } })
      expect([status, body.code]).to.deep.equal([403, 'origin_refused'])
      expect(body.detail).to.include(`[${origin ?? 'an unknown origin'}]`)
    })
  }

  it('is opened from any origin with a bearer token, which no browser adds on its own', async () => {
    const headers = { authorization: `Bearer ${TOKEN}`, origin: 'https://elsewhere.example' }
    expect((await (await gateway.open({ headers })).ask(SUBSCRIBE)).type).to.equal('subscribed')
  })

  it('is opened only once with a ticket', async () => {
    const cookie = await gateway.signIn(['*'])
    const { body } = await gateway.auth.send('POST', '/tickets', { cookie })
    const query = `?namespace=shell&ticket=${String(body.ticket)}`
    const client = await gateway.open({ query, headers: { origin: 'https://elsewhere.example' } })
    expect((await client.ask({ type: 'subscribe' })).type).to.equal('subscribed')
    const again = await gateway.refused({ query, headers: {} })
    expect([again.status, again.body.code]).to.deep.equal([401, 'unauthenticated'])
    expect(again.body.detail).to.include('unknown, used or expired')
  })

  it('is not opened with a parameter that is not known, and names those that are', async () => {
    for (const [query, name, advice] of [
      ['?namespcae=shell', 'namespcae', 'Did you mean [namespace]?'],
      ['?token=abc', 'token', 'Known: [namespace], [preview], [ticket].'],
    ] as const) {
      const { status, body } = await gateway.refused({ query })
      expect([status, body.code]).to.deep.equal([400, 'query_unknown'])
      expect(body.detail).to.include(`Unknown query parameter [${name}].`).and.to.include(advice)
    }
  })

  it('is not opened by a token next to an invalid ticket', async () => {
    expect((await gateway.refused({ query: '?ticket=made-up' })).status).to.equal(401)
    expect((await gateway.refused({ query: '?ticket=' })).status).to.equal(401)
  })

  const nobody: Record<string, string>[] = [
    {},
    { authorization: 'Bearer wrong' },
    { cookie: `atrium_session=${'a'.repeat(43)}` },
  ]
  for (const headers of nobody) {
    it(`is not opened without an identity: ${JSON.stringify(headers)}`, async () => {
      const refused = await gateway.refused({ headers })
      expect([refused.status, refused.body.code]).to.deep.equal([401, 'unauthenticated'])
      expect(refused.headers['www-authenticate']).to.match(/^Bearer/)
      expect(refused.headers['content-type']).to.match(/^application\/problem\+json/)
      expect(refused.body.request_id).to.equal(refused.headers['x-request-id'])
    })
  }

  for (const path of ['/', '/api/v1/ws/', '/api/v1/wss', '/api/v1/template/items']) {
    it(`does not exist at ${path}`, async () => {
      const { status, body } = await gateway.refused({ path })
      expect([status, body.code]).to.deep.equal([404, 'route_not_found'])
    })
  }

  it('is opened at an absolute address too, as proxies send it', async () => {
    const rest =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
    const head = `GET ${gateway.url}/api/v1/ws HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\n${rest}\r\n`
    const answer = await sendRaw(gateway.url, head, { until: '101' })
    expect(answer).to.match(/^HTTP\/1.1 101 Switching Protocols\r\n/)
  })

  it('is not opened after an invalid handshake', async () => {
    const head = `GET /api/v1/ws HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`
    for (const rest of ['', 'Sec-WebSocket-Key: short\r\n', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n']) {
      const answer = await sendRaw(gateway.url, `${head}${rest}\r\n`)
      expect(answer).to.match(/^HTTP\/1.1 400 Bad Request\r\n/)
      expect(answer).to.include('"code":"header_malformed"')
    }
  })

  it('may be closed by its client before it is open', async () => {
    const head = `GET /api/v1/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
    await Promise.all(Array.from({ length: 20 }, () => sendRaw(gateway.url, head, { until: 'HTTP' })))
    expect((await (await gateway.open()).ask(SUBSCRIBE)).type).to.equal('subscribed')
  })

  it('is refused above the number of connections allowed for a caller', async () => {
    const limited = await startGateway(database, { limits: { connections: 2 } })
    const [first] = await Promise.all([limited.open(), limited.open()])
    const { status, body } = await limited.refused()
    expect([status, body.code]).to.deep.equal([429, 'too_many_requests'])
    expect(body.detail).to.include('[admin-token] has 2')
    first.socket.close()
    await until('the place of the first', () => limited.open().catch(() => undefined))
  })

  it('is refused above the rate allowed for an unauthenticated address', async () => {
    const limitAddress = createRateLimit({ points: 2, seconds: 60 })
    const limited = await startGateway(database, { limitAddress })
    const statuses = []
    for (let tries = 0; tries < 3; tries += 1) statuses.push((await limited.refused({ headers: {} })).status)
    expect(statuses).to.deep.equal([401, 401, 429])
    await limited.open()
  })

  it('is closed with the host, and refused afterwards', async () => {
    const closing = await startGateway(database)
    const client = await closing.open()
    await closing.close()
    expect(await client.closed).to.equal(1001)
    await closing.open().then(
      () => expect.fail('It was opened.'),
      () => undefined,
    )
  })
})
