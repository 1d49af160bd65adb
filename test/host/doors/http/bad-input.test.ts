import { expect } from 'chai'
import { gzipSync } from 'node:zlib'
import { startServer } from './start-server.ts'
import type { TestServer } from './start-server.ts'
import { thingsPublication } from './things.ts'

const LIMIT = 1_000

describe('A request', () => {
  let server: TestServer
  before(async () => {
    server = await startServer({
      bodyLimit: LIMIT,
      publish: (registries) => registries.publish('things', thingsPublication()),
    })
  })

  /** Sends a request, expects a problem with this status and code, and then checks that the server still works. */
  async function refuses(
    path: string,
    init: Parameters<TestServer['ask']>[1],
    [status, code]: [number, string],
  ): Promise<Record<string, string>> {
    const response = await server.ask(path, init)
    const problem = (await response.json()) as Record<string, string>
    expect([response.status, problem.code], problem.detail).to.deep.equal([status, code])
    expect(response.headers.get('content-type')).to.equal('application/problem+json; charset=utf-8')
    expect(problem).to.include({ status, message: problem.detail, request_id: response.headers.get('x-request-id') })
    expect((await server.ask('/api/v1/things/things')).status).to.equal(200)
    return problem
  }
  const json = { 'content-type': 'application/json' }
  const post = (body: RequestInit['body'], headers: Record<string, string> = json) => ({
    method: 'POST',
    body,
    headers,
  })

  describe('judged by its body', () => {
    const malformed = ['{', '{"name": }', 'name=one', '{"a":1}{"b":2}', '"\\x"']
    for (const body of malformed) {
      it(`gets 400 for the JSON ${body}`, () => refuses('/api/v1/things/things', post(body), [400, 'body_malformed']))
    }

    it('gets the location of a syntax error: the line and column, or the surrounding text', async () => {
      const name = await refuses('/api/v1/things/things', post('{\n  name: 1\n}'), [400, 'body_malformed'])
      expect(name.detail).to.contain('line 2, column 3')
      const value = await refuses('/api/v1/things/things', post('{\n  "name": one\n}'), [400, 'body_malformed'])
      expect(value.detail).to.contain('"name": one')
    })

    it('gets 400 if it would pollute prototypes', () =>
      refuses('/api/v1/things/things', post('{"__proto__": {"admin": true}}'), [400, 'body_malformed']))

    it('gets 400 if it is not UTF-8, because decoding would alter the text', async () => {
      const latin1 = Buffer.from('{"name": "Zo\xeb"}', 'latin1')
      await refuses('/api/v1/things/things', post(latin1), [400, 'body_malformed'])
      const cutOff = Buffer.from('{"name": "Zoë"}').subarray(0, -3)
      await refuses('/api/v1/things/things', post(cutOff), [400, 'body_malformed'])
    })

    it('is accepted in chunks cut anywhere, and with the replacement character', async () => {
      const bytes = Buffer.from('{"name": "Zoë \ufffd"}')
      const pieces = new ReadableStream({
        start: (controller) => {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
          controller.close()
        },
      })
      const response = await server.ask('/api/v1/things/things', { ...post(pieces), duplex: 'half' })
      expect(await response.json()).to.include({ name: 'Zoë \ufffd' })
    })

    it('gets 422 if it violates the schema', () =>
      refuses('/api/v1/things/things', post('{"name": 1}'), [422, 'validation_failed']))

    it('gets 422 if the body is missing', () =>
      refuses('/api/v1/things/things', { method: 'POST' }, [422, 'validation_failed']))

    it('gets 415 for any type except JSON', async () => {
      await refuses(
        '/api/v1/things/things',
        post('name=one', { 'content-type': 'application/x-www-form-urlencoded' }),
        [415, 'media_type_unsupported'],
      )
      await refuses('/api/v1/things/things', post('{}', { 'content-type': 'text/plain' }), [
        415,
        'media_type_unsupported',
      ])
      await refuses('/api/v1/things/things', post(Buffer.from('{}'), {}), [415, 'media_type_unsupported'])
      await refuses('/api/v1/things/things', post('{}', { 'content-type': 'application/json; charset=latin1' }), [
        415,
        'media_type_unsupported',
      ])
    })

    it('gets 415 if the body is compressed, however small', () =>
      refuses('/api/v1/things/things', post(gzipSync('{"name":"one"}'), { ...json, 'content-encoding': 'gzip' }), [
        415,
        'media_type_unsupported',
      ]))

    it('gets 413 if the body is too large, with or without a Content-Length', async () => {
      const large = JSON.stringify({ name: 'x'.repeat(LIMIT) })
      const { detail } = await refuses('/api/v1/things/things', post(large), [413, 'body_too_large'])
      expect(detail).to.contain(`[${LIMIT}]`)
      const chunked = new Blob([large]).stream()
      await refuses('/api/v1/things/things', { ...post(chunked), duplex: 'half' }, [413, 'body_too_large'])
    })

    it('is refused for a missing permission before its body is read', () =>
      refuses('/api/v1/things/things', { ...post('{'), as: 'clerk' }, [403, 'permission_denied']))

    it('is accepted as a merge patch in JSON', async () => {
      const response = await server.ask('/api/v1/things/things/1', {
        method: 'PATCH',
        body: '{"name":"two"}',
        headers: { 'content-type': 'application/merge-patch+json' },
      })
      expect(await response.json()).to.deep.equal({ name: 'two' })
    })
  })

  describe('judged by its target', () => {
    for (const path of ['/api/v1/things/%', '/api/v1/things/things/%ff', '/api/v1/things/things/%00', '/%zz']) {
      it(`gets 400 for the path ${path}`, () => refuses(path, {}, [400, 'path_malformed']))
    }

    for (const query of ['q=%', 'q=%ff', 'a=1&b%=2', 'q=%00']) {
      it(`gets 400 for the query ${query}`, () =>
        refuses(`/api/v1/things/things?${query}`, {}, [400, 'query_malformed']))
    }

    it('has its query parsed as URLSearchParams would', async () => {
      const response = await server.ask('/api/v1/things/things?a=1&a=2&b=x+y%20z&c&d=e=f&__proto__=p&=empty')
      const [{ query }] = (await response.json()) as [{ query: unknown }]
      expect(JSON.stringify(query)).to.equal('{"a":["1","2"],"b":"x y z","c":"","d":"e=f","__proto__":"p","":"empty"}')
    })

    for (const path of [
      '/api/v1/../../etc/passwd',
      '/../../../etc/passwd',
      '/assets/../../package.json',
      '/assets/..%2f..%2fpackage.json',
      '/assets/%2e%2e/x',
      '//etc/passwd.txt',
    ]) {
      it(`finds nothing at ${path}`, async () => {
        const answer = await server.raw(
          `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer operator\r\nAccept: application/json\r\nConnection: close\r\n\r\n`,
        )
        expect(answer).to.match(/^HTTP\/1.1 404 /)
        expect(answer).to.contain('route_not_found')
      })
    }

    it('is accepted in the absolute form that proxies send', async () => {
      const answer = await server.raw(
        'GET http://elsewhere/api/v1/things/hello HTTP/1.1\r\nHost: elsewhere\r\nConnection: close\r\n\r\n',
      )
      expect(answer).to.match(/^HTTP\/1.1 200 /)
      const asterisk = await server.raw('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      expect(asterisk).to.match(/^HTTP\/1.1 400 /)
    })

    it('gets 404 with a suggestion if nothing is there', async () => {
      const { detail } = await refuses('/api/v1/things/thinsg', {}, [404, 'route_not_found'])
      expect(detail).to.contain('[/api/v1/things/things]')
      for (const path of ['/api', '/api/', '/api/v1', '/api/v2/things/things', '/api/v1/things/things/1/2/3']) {
        await refuses(path, {}, [404, 'route_not_found'])
      }
    })

    it('gets no suggestion if its path is very long', () =>
      refuses(`/api/v1/things/${'x'.repeat(8_000)}`, {}, [404, 'route_not_found']))
  })

  describe('judged by its method', () => {
    it('gets 405 with the allowed methods', async () => {
      const response = await server.ask('/api/v1/things/things', { method: 'PUT' })
      expect(response.status).to.equal(405)
      expect(response.headers.get('allow')).to.equal('GET, HEAD, POST, OPTIONS')
      await refuses('/api/v1/things/hello', { method: 'PROPFIND' }, [405, 'method_not_allowed'])
      await refuses('/', { method: 'POST' }, [405, 'method_not_allowed'])
    })

    it('gets the allowed methods for OPTIONS', async () => {
      const response = await server.ask('/api/v1/things/things/1', { method: 'OPTIONS' })
      expect([response.status, response.headers.get('allow')]).to.deep.equal([204, 'GET, HEAD, PATCH, DELETE, OPTIONS'])
      expect(response.headers.get('access-control-allow-origin')).to.equal(null)
    })

    it('gets the headers of GET without the body for HEAD', async () => {
      const get = await server.ask('/api/v1/things/things')
      const head = await server.ask('/api/v1/things/things', { method: 'HEAD' })
      expect(head.status).to.equal(200)
      for (const name of ['content-length', 'content-type', 'x-total-count'])
        expect(head.headers.get(name), name).to.equal(get.headers.get(name))
      expect(await head.text()).to.equal('')
    })
  })

  describe('judged by its credentials', () => {
    it('gets 401 without sign-in, whether the path exists or not', async () => {
      const response = await server.ask('/api/v1/things/things', { as: null })
      expect([response.status, response.headers.get('www-authenticate')]).to.deep.equal([401, 'Bearer'])
      await refuses('/api/v1/nothing', { as: null }, [401, 'unauthenticated'])
      await refuses('/api/v1/things/hello', { as: null, method: 'DELETE' }, [401, 'unauthenticated'])
    })

    it('gets 403 with the name of the missing permission', async () => {
      const { detail } = await refuses('/api/v1/things/things', { as: 'stranger' }, [403, 'permission_denied'])
      expect(detail).to.contain('things.things.view')
    })

    it('gets 403 with a cookie from a foreign page', async () => {
      const foreign = { cookie: 'session=operator', origin: 'https://evil.example' }
      await refuses('/api/v1/things/things/1', { as: null, method: 'DELETE', headers: foreign }, [
        403,
        'origin_refused',
      ])
    })

    it('cannot claim that its connection is secure', async () => {
      expect(
        (await server.ask('/api/v1/things/hello', { headers: { secure: 'true', 'x-forwarded-proto': 'https' } }))
          .status,
      ).to.equal(200)
    })
  })
})
