import { expect } from 'chai'
import { createRateLimit } from '../../../../host/core/auth/create-rate-limit.ts'
import type { Registries } from '../../../../host/core/registries/registries.ts'
import { until } from '../../../helpers/until.ts'
import { startServer } from './start-server.ts'
import type { TestServer } from './start-server.ts'
import { streams, thingsPublication } from './things.ts'

describe('A response', () => {
  let server: TestServer
  before(async () => {
    server = await startServer({ publish: (registries) => registries.publish('things', thingsPublication()) })
  })
  const lineOf = (id: string) =>
    until('the line in the log', () => server.logged.find((line) => line.request_id === id && line.msg === 'request'))

  it('is JSON with the headers of the API and no other security headers', async () => {
    const response = await server.ask('/api/v1/things/things')
    expect(response.headers.get('content-type')).to.equal('application/json; charset=utf-8')
    expect(response.headers.get('x-content-type-options')).to.equal('nosniff')
    expect(response.headers.get('access-control-expose-headers')).to.contain('X-Total-Count')
    expect(response.headers.get('x-total-count')).to.equal('1')
    for (const name of ['content-security-policy', 'x-powered-by', 'access-control-allow-origin', 'etag']) {
      expect(response.headers.get(name), name).to.equal(null)
    }
  })

  it('is 201 with Location for a created record, and 204 for no content', async () => {
    const made = await server.ask('/api/v1/things/things', {
      method: 'POST',
      body: '{"name":"x"}',
      headers: { 'content-type': 'application/json' },
    })
    expect([made.status, made.headers.get('location')]).to.deep.equal([201, '/api/v1/things/things/7'])
    const gone = await server.ask('/api/v1/things/things/7', { method: 'DELETE' })
    expect([gone.status, await gone.text(), gone.headers.get('content-length')]).to.deep.equal([204, '', null])
  })

  it('is a stream if the handler returns one', async () => {
    const response = await server.ask('/api/v1/things/things/stream')
    expect([response.status, await response.text()]).to.deep.equal([200, 'onetwo'])
  })

  it('breaks off if the stream fails, and the server keeps running', async () => {
    const torn = await server
      .ask('/api/v1/things/things/torn')
      .then((response) => response.text())
      .then(
        () => 'whole',
        () => 'torn',
      )
    expect(torn).to.equal('torn')
    const errors = server.logged.filter(({ level, msg }) => level === 'error' && msg === 'the request failed')
    expect(JSON.stringify(errors)).to.contain('the source broke')
    expect((await server.ask('/api/v1/things/hello')).status).to.equal(200)
  })

  it('of a raw operation is written by the handler', async () => {
    const file = await server.ask('/api/v1/things/upload', {
      method: 'POST',
      body: 'x'.repeat(2_000_000),
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect([file.status, await file.json()]).to.deep.equal([201, { size: 2_000_000 }])
    const body = '{"id":1,"name":"x"}'
    const json = await server.ask('/api/v1/things/raw-json', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect([await json.text(), json.headers.get('x-own'), json.headers.get('x-content-type-options')]).to.deep.equal([
      body,
      'yes',
      'nosniff',
    ])
  })

  it('of a raw operation may be written later', async () => {
    const response = await server.ask('/api/v1/things/raw-own')
    expect([response.status, await response.text()]).to.deep.equal([200, 'data: 1\n\n'])
    expect(await lineOf(response.headers.get('x-request-id') ?? '')).to.include({
      status: 200,
      route: '/api/v1/things/raw-own',
    })
  })

  it('of a raw operation that fails discards the headers that it had set', async () => {
    const response = await server.ask('/api/v1/things/raw-failure', { method: 'POST' })
    expect([response.status, response.headers.get('set-cookie')]).to.deep.equal([409, null])
    expect(((await response.json()) as { code: string }).code).to.equal('conflict')
  })

  it('to an internal error contains only the request id, under which the log has the details', async () => {
    const response = await server.ask('/api/v1/things/things/broken', { headers: { 'x-request-id': 'mine-1' } })
    const problem = (await response.json()) as Record<string, unknown>
    expect([response.status, problem.code, problem.request_id]).to.deep.equal([500, 'internal_error', 'mine-1'])
    expect(JSON.stringify(problem)).not.to.contain('secret')
    const logged = server.logged.find((line) => line.request_id === 'mine-1' && line.level === 'error')
    expect((logged?.err as { message: string }).message).to.contain('select secret')
  })

  it('carries the request id, which is the caller’s own if it is valid', async () => {
    const ids = await Promise.all(
      ['', 'a b', 'x'.repeat(200), 'trace:1'].map(async (id) => {
        const response = await server.ask('/api/v1/things/hello', { headers: { 'x-request-id': id } })
        return response.headers.get('x-request-id') ?? ''
      }),
    )
    expect(ids[3]).to.equal('trace:1')
    expect(new Set(ids).size).to.equal(4)
    for (const id of ids.slice(0, 3)) expect(id).to.match(/^[\w-]{8}-\w+$/)
  })

  it('is one line in the log, with the path pattern instead of the URL', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    const response = await server.ask('/api/v1/things/things/7?token=hush', { headers: { traceparent } })
    const line = await lineOf(response.headers.get('x-request-id') ?? '')
    expect(line).to.include({
      method: 'GET',
      route: '/api/v1/things/things/{thing_id}',
      status: 200,
      caller: 'operator',
      traceparent,
      level: 'info',
    })
    expect(JSON.stringify(server.logged)).not.to.contain('hush')
  })

  it('is 304 if the client has the current tag of a record', async () => {
    const response = await server.ask('/api/v1/panels')
    const tag = response.headers.get('etag') ?? ''
    expect((await server.ask('/api/v1/panels', { headers: { 'if-none-match': `W/${tag}, "other"` } })).status).to.equal(
      304,
    )
    expect((await server.ask('/api/v1/panels', { headers: { 'if-none-match': '"other"' } })).status).to.equal(200)
  })

  it('is 304 without a stream that the client already has, and the stream is closed', async () => {
    const tagged = (tag: string) =>
      server.ask('/api/v1/things/things/tagged', { headers: { 'if-none-match': tag } }).then(({ status }) => status)
    expect([await tagged('"2"'), await tagged('"1"')]).to.deep.equal([200, 304])
    expect(streams.map(({ destroyed }) => destroyed)).to.deep.equal([true, true])
  })

  it('is 429 with Retry-After if a caller or a network exceeds its rate limit', async () => {
    const limit = createRateLimit({ points: 2, seconds: 60 })
    const publish = (registries: Registries) => registries.publish('things', thingsPublication())
    const limited = await startServer({ publish, limitCaller: limit })
    const unknown = await startServer({ publish, limitAddress: createRateLimit({ points: 2, seconds: 60 }) })
    const statuses = async (server: TestServer, as: string | null) => {
      const asked = ['', '', ''].map(() => server.ask('/api/v1/things/hello', { as }))
      return (await Promise.all(asked)).map(({ status }) => status).sort()
    }
    expect(await statuses(limited, 'operator')).to.deep.equal([200, 200, 429])
    expect(await statuses(unknown, null)).to.deep.equal([200, 200, 429])
    expect((await limited.ask('/api/v1/things/hello')).headers.get('retry-after')).to.match(/^\d+$/)
  })
})
