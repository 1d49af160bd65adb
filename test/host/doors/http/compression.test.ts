import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Type } from '@atrium/sdk'
import { collect_routes } from '@atrium/sdk/host'
import { expect } from 'chai'
import { until } from '../../../helpers/until.ts'
import { startServer, type TestServer } from './start-server.ts'
import { declareOperation } from '../../../../host/core/operations/index.ts'

const LONG = { text: 'all work and no play '.repeat(200) }

describe('An answer of more than a packet', () => {
  let server: TestServer
  before(async () => {
    const { routes, declarations } = collect_routes()
    const options = { permission: 'things.things.view', summary: 'Test' }
    routes
      .get('/long', { ...options, response: Type.Any() }, () => LONG)
      .get('/short', { ...options, response: Type.Any() }, () => ({ text: 'short' }))
    server = await startServer({
      publish: (registries) =>
        registries.publishOperations(
          'things',
          declarations.map((each) => declareOperation('things', each)),
        ),
    })
  })

  /** As it comes, because fetch decompresses. */
  function ask(path: string, headers: Record<string, string>, method = 'GET') {
    return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }>(
      (resolve, reject) => {
        const sent = { authorization: 'Bearer operator', ...headers }
        const asked = request(server.url + path, { method, headers: sent }, (response) => {
          buffer(response).then((body) => {
            resolve({ status: response.statusCode, headers: response.headers, body })
          }, reject)
        })
        asked.on('error', reject).end()
      },
    )
  }

  it('is compressed as the client prefers, or not at all', async () => {
    const brotli = await ask('/api/v1/things/long', { 'accept-encoding': 'gzip, deflate, br' })
    expect(brotli.headers['content-encoding']).to.equal('br')
    expect(JSON.parse(brotliDecompressSync(brotli.body).toString())).to.deep.equal(LONG)
    expect(brotli.headers['content-length']).to.equal(String(brotli.body.length))
    const gzip = await ask('/api/v1/things/long', { 'accept-encoding': 'gzip, br;q=0' })
    expect(JSON.parse(gunzipSync(gzip.body).toString())).to.deep.equal(LONG)
    for (const encoding of ['identity', 'zstd', 'gzip;q=0']) {
      const { headers, body } = await ask('/api/v1/things/long', { 'accept-encoding': encoding })
      expect(headers['content-encoding'], encoding).to.equal(undefined)
      expect(JSON.parse(body.toString())).to.deep.equal(LONG)
    }
  })

  it('says that it depends on the encoding, and is kept by nobody else', async () => {
    for (const encoding of ['gzip', 'identity']) {
      const { headers } = await ask('/api/v1/things/long', { 'accept-encoding': encoding })
      expect(headers.vary).to.include('Accept-Encoding').and.to.include('Cookie')
      expect(headers['cache-control']).to.equal('private, no-cache')
    }
  })

  it('has no length for HEAD', async () => {
    const { headers, body } = await ask('/api/v1/things/long', { 'accept-encoding': 'gzip' }, 'HEAD')
    expect([headers['content-encoding'], headers['content-length'], body.length]).to.deep.equal(['gzip', undefined, 0])
  })

  it('is not compressed if it is short', async () => {
    const { headers } = await ask('/api/v1/things/short', { 'accept-encoding': 'gzip' })
    expect(headers['content-encoding']).to.equal(undefined)
  })

  it('that is a document is compressed once, with a tag that still matches', async () => {
    const path = '/api/v1/openapi.json'
    const { headers, body } = await until('the compressed document', async () => {
      const answer = await ask(path, { 'accept-encoding': 'gzip' })
      return answer.headers['content-encoding'] === 'gzip' ? answer : undefined
    })
    expect(JSON.parse(gunzipSync(body).toString())).to.include({ openapi: '3.1.0' })
    const tag = headers.etag ?? ''
    expect(tag).to.match(/^W\//)
    const again = await ask(path, { 'accept-encoding': 'gzip', 'if-none-match': tag })
    expect([again.status, again.body.length]).to.deep.equal([304, 0])
  })
})
