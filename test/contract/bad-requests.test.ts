import { expect } from 'chai'
import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { sendRaw } from '../helpers/send-raw.ts'
import { ITEMS, useTemplateHost } from './template-host.ts'
import type { Init, Item } from './template-host.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const post = (body: RequestInit['body'], headers: Record<string, string> = JSON_TYPE): Init => ({
  method: 'POST',
  body,
  headers,
})
const DEEP = `{"name": ${'['.repeat(5_000)}${']'.repeat(5_000)}}`
const MIB = 1024 * 1024

describe('A bad request', () => {
  const template = useTemplateHost()
  const { ask, create, items } = template
  let kept: Item
  before(async () => {
    kept = await create({ name: 'Kept' })
  })
  /** No bad request may lose data or break another request. */
  afterEach(async () => expect(await items()).to.deep.equal([kept]))

  const raw = (head: string, body = '') =>
    sendRaw(
      template.host.url,
      `${head}\r\nHost: x\r\nAuthorization: Bearer ${template.host.token}\r\nConnection: close\r\n\r\n${body}`,
    )

  const refused: [what: string, path: string, init: Init, status: number, code: string][] = [
    ['broken JSON', ITEMS, post('{"name": "Bolt"'), 400, 'body_malformed'],
    ['JSON that would poison prototypes', ITEMS, post('{"__proto__": {"admin": 1}}'), 400, 'body_malformed'],
    ['JSON of extreme depth', ITEMS, post('['.repeat(100_000)), 400, 'body_malformed'],
    ['JSON nested 5,000 levels deep', ITEMS, post(DEEP), 400, 'body_malformed'],
    [
      'JSON nested 5,000 levels deep and a key',
      ITEMS,
      post(DEEP, { ...JSON_TYPE, 'idempotency-key': 'deep' }),
      400,
      'body_malformed',
    ],
    ['a bulk action without a body', `${ITEMS}/delete`, { method: 'POST' }, 400, 'body_malformed'],
    ['no body', ITEMS, { method: 'POST' }, 422, 'validation_failed'],
    ['an unknown field', ITEMS, { method: 'POST', json: { name: 'a', price: 1, x: 1 } }, 422, 'validation_failed'],
    [
      'a form',
      ITEMS,
      post('name=Bolt', { 'content-type': 'application/x-www-form-urlencoded' }),
      415,
      'media_type_unsupported',
    ],
    ['a body without a type', ITEMS, post(Buffer.from('{}'), {}), 415, 'media_type_unsupported'],
    [
      'a compressed body',
      ITEMS,
      post(gzipSync('{}'), { ...JSON_TYPE, 'content-encoding': 'gzip' }),
      415,
      'media_type_unsupported',
    ],
    ['a body of more than 1 MiB', ITEMS, post(`"${'x'.repeat(MIB)}"`), 413, 'body_too_large'],
    [
      'one in pieces',
      ITEMS,
      { ...post(new Blob(['"', 'x'.repeat(MIB), '"']).stream()), duplex: 'half' },
      413,
      'body_too_large',
    ],
    ['a query that is not UTF-8', `${ITEMS}?q=%ff`, {}, 400, 'query_malformed'],
    ['an unknown filter', `${ITEMS}?colour=red`, {}, 400, 'query_unknown'],
    ['a parameter given twice', `${ITEMS}?_page=1&_page=2`, {}, 400, 'query_malformed'],
    ['a parameter where there are none', '/api/v1/panels/operations/search?q=a&x=1', {}, 400, 'query_unknown'],
    ['a misspelt parameter of a record', `${ITEMS}/1?fields=name`, {}, 400, 'query_unknown'],
    ['one of a deletion', `${ITEMS}/1?dry_run=1`, { method: 'DELETE' }, 400, 'query_unknown'],
    ['a search for nothing', '/api/v1/panels/operations/search?q=', {}, 400, 'query_malformed'],
    ['a path that is not UTF-8', `${ITEMS}/%ff`, {}, 400, 'path_malformed'],
    ['a NUL in an id', `${ITEMS}/1%00`, {}, 400, 'path_malformed'],
    ['a malformed id', `${ITEMS}/one`, {}, 404, 'record_not_found'],
    ['an encoded path for an id', `${ITEMS}/..%2f..%2finfo`, {}, 404, 'record_not_found'],
    [
      'an If-Match that is no tag',
      `${ITEMS}/1`,
      { method: 'DELETE', headers: { 'if-match': '1.1' } },
      400,
      'header_malformed',
    ],
    ['a stale If-Match', `${ITEMS}/1`, { method: 'DELETE', headers: { 'if-match': '"1.0"' } }, 412, 'version_mismatch'],
    ['a single record as CSV', `${ITEMS}/1`, { headers: { accept: 'text/csv' } }, 406, 'not_acceptable'],
    ['an unknown route', '/api/v1/template/nothing', {}, 404, 'route_not_found'],
    ['an unknown plugin', '/api/v1/nobody/items', {}, 404, 'route_not_found'],
    ['an unknown version', '/api/v2/template/items', {}, 404, 'route_not_found'],
    ['a method that the route does not have', ITEMS, { method: 'DELETE' }, 405, 'method_not_allowed'],
    ['a method of other protocols', ITEMS, { method: 'PROPFIND' }, 405, 'method_not_allowed'],
    ['a POST to a page', '/', { method: 'POST' }, 405, 'method_not_allowed'],
  ]
  for (const [what, path, init, status, code] of refused) {
    it(`with ${what} is ${status} ${code}`, async () => {
      const { status: told, headers, body } = await ask(path, init)
      expect([told, body.code], body.detail).to.deep.equal([status, code])
      expect(headers.get('content-type')).to.equal('application/problem+json; charset=utf-8')
      expect(body).to.include({ status, message: body.detail, request_id: headers.get('x-request-id') })
    })
  }

  for (const path of [
    '/api/v1/../../etc/passwd',
    '/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '//etc/passwd.txt',
  ]) {
    it(`reads no file by ${path}`, async () => {
      const answer = await raw(`GET ${path} HTTP/1.1`)
      expect(answer).to.match(/^HTTP\/1.1 404 /)
      expect(answer).to.contain('route_not_found').and.not.to.contain('root:').and.not.to.contain('workspaces')
    })
  }

  it('that is not HTTP is 400, and 431 if its head is too large', async () => {
    expect(await sendRaw(template.host.url, 'HELLO\r\n\r\n')).to.match(/^HTTP\/1.1 400 /)
    expect(await raw(`GET ${ITEMS} HTTP/1.1\r\nX-Large: ${'x'.repeat(20_000)}`)).to.match(/^HTTP\/1.1 431 /)
  })

  for (const [what, head, status, named] of [
    ['an unknown method', `FOO ${ITEMS} HTTP/1.1`, 400, '[method]'],
    ['no HTTP', `GET ${ITEMS} FTP/1.1`, 400, '[the request]'],
    ['large headers', `GET ${ITEMS} HTTP/1.1\r\nX-Large: ${'x'.repeat(20_000)}`, 431, '[headers]'],
    ['two Hosts', `GET ${ITEMS} HTTP/1.1\r\nHost: y`, 400, '[Host]'],
  ] as const) {
    it(`with ${what} is answered with a problem document`, async () => {
      const [head_of_answer = '', body = ''] = (await raw(head)).split('\r\n\r\n')
      expect(head_of_answer).to.match(/^content-type: application\/problem\+json; charset=utf-8\r?$/im)
      const problem = JSON.parse(body) as Record<string, unknown>
      expect(problem).to.include({ status, code: 'request_malformed' })
      expect(problem.detail).to.contain(named)
      expect(head_of_answer).to.contain(String(problem.request_id))
    })
  }

  it('for a WebSocket over plain HTTP is 426, after which the connection is closed', async () => {
    const answer = await raw('GET /api/v1/ws HTTP/1.1')
    expect(answer).to.match(/^HTTP\/1.1 426 /)
    expect(answer)
      .to.match(/^upgrade: websocket\r$/im)
      .and.to.match(/^connection: upgrade, close\r$/im)
  })

  it('with two lengths, as in request smuggling, is 400', async () => {
    const lengths = 'Content-Length: 5\r\nTransfer-Encoding: chunked'
    expect(await raw(`POST ${ITEMS} HTTP/1.1\r\n${lengths}`, '0\r\n\r\n')).to.match(/^HTTP\/1.1 400 /)
  })

  it('with a slow body blocks no other request, and has no effect if it breaks off', async () => {
    const { hostname, port } = new URL(template.host.url)
    const slow = connect(Number(port), hostname)
    slow.write(
      `POST ${ITEMS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${template.host.token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 40\r\n\r\n{"name": "Half',
    )
    await once(slow, 'connect')
    const made = await create({ name: 'Meanwhile' })
    expect((await ask(`${ITEMS}/${made.id}`, { method: 'DELETE' })).status).to.equal(200)
    slow.destroy()
    await once(slow, 'close')
  })

  describe('with an Idempotency-Key', () => {
    const postWith = (key: string, json: unknown = { name: 'Once', price: 1 }, path = ITEMS) =>
      ask<Item & { code: string }>(path, { method: 'POST', json, headers: { 'idempotency-key': key } })
    afterEach(async () => {
      for (const { id, name } of await items()) if (name === 'Once') await ask(`${ITEMS}/${id}`, { method: 'DELETE' })
    })

    for (const key of ['', '""', 'a b', 'ä', 'x'.repeat(256)]) {
      it(`that is malformed is 400: [${key.slice(0, 5)}]`, async () => {
        const { status, body } = await postWith(key)
        expect([status, body.code]).to.deep.equal([400, 'idempotency_key_malformed'])
      })
    }

    it('that was used with another body is 422', async () => {
      expect((await postWith('reused')).status).to.equal(201)
      const { status, body } = await postWith('reused', { name: 'Once', price: 2 })
      expect([status, body.code]).to.deep.equal([422, 'idempotency_key_reused'])
    })

    it('that was used before replays the answer and creates nothing', async () => {
      const first = await postWith('again')
      const second = await postWith('"again"')
      expect([second.status, second.body]).to.deep.equal([201, first.body])
      expect(second.headers.get('idempotency-replayed')).to.equal('true')
      for (const name of ['etag', 'location']) expect(second.headers.get(name)).to.equal(first.headers.get(name))
    })

    it('that comes many times at once creates one record', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => postWith('at-once')))
      for (const { status, headers, body } of answers.filter(({ status }) => status !== 201)) {
        expect([status, body.code, headers.get('retry-after')]).to.deep.equal([409, 'idempotency_in_progress', '1'])
      }
      expect((await items()).filter(({ name }) => name === 'Once')).to.have.length(1)
    })

    it('that came with an invalid body may be used again', async () => {
      expect((await postWith('mended', { name: 'Once' })).status).to.equal(422)
      expect((await postWith('mended')).status).to.equal(201)
    })

    it('is 400 on a route that cannot replay', async () => {
      const { status, body } = await postWith('ticket', undefined, '/api/v1/auth/tickets')
      expect([status, body.code]).to.deep.equal([400, 'idempotency_unsupported'])
    })
  })
})
