import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { ERROR_CATALOGUE } from '@atrium/sdk/host'
import { expect } from 'chai'
import { get } from 'node:http'
import { pluginStatus } from '../../../helpers/plugin-status.ts'
import { startServer } from '../http/start-server.ts'
import type { TestServer } from '../http/start-server.ts'

const HTML = '<!doctype html><link rel="icon" href="/assets/mark-1234.svg"><script src="/assets/main-1234.js"></script>'
const SCRIPT = 'console.log("main")'.repeat(20)

/** Writes the output of a shell build. */
async function build(directory: string, html = HTML): Promise<void> {
  await mkdir(join(directory, 'assets'), { recursive: true })
  await writeFile(join(directory, 'assets/main-1234.js'), SCRIPT)
  await writeFile(join(directory, 'assets/main-1234.js.br'), brotliCompressSync(SCRIPT))
  await writeFile(join(directory, 'assets/main-1234.js.gz'), gzipSync(SCRIPT))
  await writeFile(join(directory, 'assets/mark-1234.svg'), '<svg/>')
  await writeFile(join(directory, 'index.html'), html)
}

/** Uses node:http because fetch decompresses responses. */
function bytes(
  url: string,
  encoding: string,
): Promise<{ encoding: string | undefined; tag: string | undefined; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          encoding: response.headers['content-encoding'],
          tag: response.headers.etag,
          body: Buffer.concat(chunks),
        }),
      )
    }).on('error', reject)
  })
}

describe('The shell', () => {
  let server: TestServer
  before(async () => {
    server = await startServer()
  })
  const page = { as: null, headers: { accept: 'text/html,*/*;q=0.8' } }

  it('that is not built is replaced by a page that explains how to build it, until it is built', async () => {
    const missing = await server.ask('/', page)
    expect([missing.status, missing.headers.get('content-type')]).to.deep.equal([503, 'text/html; charset=utf-8'])
    expect(await missing.text()).to.contain('npm run build')
    await build(server.shellDirectory)
    expect((await server.ask('/', page)).status).to.equal(200)
  })

  it('is the same page at every path that a person opens', async () => {
    server.registries.configurePanels([{ id: 'operations', title: 'Operations', sort: 1, enabled: true }])
    for (const path of [
      '/',
      '/operations',
      '/operations/~dashboards/7',
      '/operations/?x=1',
      '/sign-in',
      '/platform/plugins/a.b',
    ]) {
      const response = await server.ask(path, page)
      expect([response.status, await response.text()], path).to.deep.equal([200, HTML])
    }
    expect((await server.ask('/operations')).status).to.equal(200)
  })

  it('is a 404 at paths where it has no screen', async () => {
    for (const path of ['/nowhere', '/operations/nothing', '/operations/items/7/edit?x=1']) {
      const response = await server.ask(path, page)
      expect([response.status, await response.text()], path).to.deep.equal([404, HTML])
    }
  })

  it('is sent with all security headers, and revalidated each time', async () => {
    const { headers } = await server.ask('/', page)
    expect(headers.get('content-security-policy')).to.equal(
      "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: blob:;connect-src 'self';" +
        "form-action 'self';frame-ancestors 'none';base-uri 'none';object-src 'none'",
    )
    expect(headers.get('x-content-type-options')).to.equal('nosniff')
    expect(headers.get('x-frame-options')).to.equal('DENY')
    expect(headers.get('referrer-policy')).to.equal('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).to.equal('same-origin')
    expect(headers.get('cache-control')).to.equal('no-cache')
    expect((await server.ask('/', { headers: { 'if-none-match': headers.get('etag') ?? '' } })).status).to.equal(304)
  })

  it('has files that may be cached forever, in the smallest accepted encoding', async () => {
    const path = `${server.url}/assets/main-1234.js`
    const brotli = await bytes(path, 'gzip, deflate, br')
    const gzip = await bytes(path, 'gzip;q=0.5, br;q=0')
    const plain = await bytes(path, 'zstd')
    expect([brotli.encoding, gzip.encoding, plain.encoding]).to.deep.equal(['br', 'gzip', undefined])
    expect([brotliDecompressSync(brotli.body), gunzipSync(gzip.body), plain.body].map(String)).to.deep.equal([
      SCRIPT,
      SCRIPT,
      SCRIPT,
    ])
    expect(new Set([brotli.tag, gzip.tag, plain.tag]).size).to.equal(3)
    const { headers } = await server.ask('/assets/main-1234.js')
    expect(headers.get('cache-control')).to.equal('public, max-age=31536000, immutable')
    expect(headers.get('vary')).to.equal('Accept-Encoding')
    expect(headers.get('content-type')).to.equal('text/javascript; charset=utf-8')
  })

  it('has an icon at the path that browsers request', async () => {
    const icon = await server.ask('/favicon.ico', { as: null })
    expect([icon.status, icon.headers.get('content-type'), await icon.text()]).to.deep.equal([
      200,
      'image/svg+xml',
      '<svg/>',
    ])
  })

  it('answers 404 for missing files and API paths', async () => {
    for (const path of [
      '/assets/old-1234.js',
      '/assets/',
      '/docs/nothing',
      '/livez/x',
      '/metrics',
      '/api',
      '/missing.js',
    ]) {
      expect((await server.ask(path)).status, path).to.equal(404)
    }
    const json = await server.ask('/operations', { headers: { accept: 'application/json' } })
    expect([json.status, json.headers.get('content-type')]).to.deep.equal([
      404,
      'application/problem+json; charset=utf-8',
    ])
  })

  it('does not exist for clients that look for an authorization server: a problem says that the host has no such server', async () => {
    for (const name of ['oauth-protected-resource', 'oauth-protected-resource/api/v1/mcp', 'openid-configuration']) {
      const path = `/.well-known/${name}`
      const answer = await server.ask(path, { as: null, headers: { accept: 'text/html,*/*' } })
      expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([
        404,
        'application/problem+json; charset=utf-8',
      ])
      expect(await answer.json())
        .to.have.property('detail')
        .that.contains(`[${path}]`)
        .and.contains('Authorization: Bearer')
    }
  })

  it('is the new one after a build', async () => {
    await build(server.shellDirectory, `${HTML}<p>new`)
    expect(await (await server.ask('/', page)).text()).to.equal(`${HTML}<p>new`)
  })
})

describe('The pages of the host', () => {
  let server: TestServer
  before(async () => {
    server = await startServer()
  })

  it('at /livez report that the process answers', async () => {
    const response = await server.ask('/livez', { as: null })
    expect([response.status, await response.json()]).to.deep.equal([200, { status: 'alive' }])
    expect((await server.ask('/livez', { as: null, method: 'HEAD' })).status).to.equal(200)
  })

  it('at /readyz respond with 200 once the database answers and every plugin has been tried', async () => {
    const ready = async () => {
      const response = await server.ask('/readyz', { as: null })
      return [response.status, ((await response.json()) as { status: string }).status]
    }
    const own = { id: 'crew', title: 'Crew', version: '1.0.0', desired: 'active' } as const
    const plugin = { ...own, requires: {}, required_by: [], has_settings: false, diagnostics: [] }
    expect(await ready()).to.deep.equal([200, 'ready'])
    server.state.started = false
    expect(await ready()).to.deep.equal([503, 'starting'])
    server.state.started = true
    server.registries.plugins.set({ ...plugin, state: 'activating' })
    expect(await ready(), 'a plugin activated later').to.deep.equal([200, 'ready'])
    server.registries.plugins.set({ ...plugin, state: 'failed' })
    expect(await ready()).to.deep.equal([200, 'ready'])
    server.state.database = false
    expect(await ready()).to.deep.equal([503, 'unavailable'])
    const unavailable = await (await server.ask('/readyz', { as: null })).json()
    expect(unavailable).to.deep.equal({
      status: 'unavailable',
      database: 'unavailable',
      reason: 'database_unavailable',
      detail: 'The database does not answer. The log has the error of the driver.',
      plugins: [{ id: 'crew', desired: 'active', state: 'failed' }],
    })
    server.state.database = true
    const body = await (await server.ask('/readyz', { as: null })).json()
    expect(body).to.deep.equal({
      status: 'ready',
      database: 'ok',
      plugins: [{ id: 'crew', desired: 'active', state: 'failed' }],
    })
  })

  it('at /readyz?strict respond with 503 while a plugin that should be active is not', async () => {
    const strict = async (query = '?strict') => {
      const response = await server.ask(`/readyz${query}`, { as: null })
      return [response.status, ((await response.json()) as { status: string }).status]
    }
    const status = (id: string, members: object) => ({ ...pluginStatus(id), ...members })
    for (const { id } of server.registries.plugins.list()) server.registries.plugins.delete(id)
    expect(await strict()).to.deep.equal([200, 'ready'])
    server.registries.plugins.set(status('idle', { desired: 'inactive', state: 'inactive' }))
    expect(await strict()).to.deep.equal([200, 'ready'])
    server.registries.plugins.set(status('crew', { state: 'failed', generation: 3 }))
    for (const query of ['?strict', '?strict=1']) expect(await strict(query)).to.deep.equal([503, 'degraded'])
    expect(await strict('?strict=0')).to.deep.equal([200, 'ready'])
    expect(await (await server.ask('/readyz?strict', { as: null })).json()).to.deep.include({
      database: 'ok',
      reason: 'plugins_not_active',
      detail: 'Not every plugin that should be active is: [crew] is failed. `atrium plugins show <id>` says why.',
    })
    server.registries.plugins.set(status('crew', { state: 'active' }))
    expect(await strict()).to.deep.equal([200, 'ready'])
  })

  it('at /docs/errors explain every code, each with its own address', async () => {
    const response = await server.ask('/docs/errors', { as: null })
    const html = await response.text()
    expect(response.headers.get('content-type')).to.equal('text/html; charset=utf-8')
    for (const [code, { fix }] of Object.entries(ERROR_CATALOGUE)) {
      expect(html).to.contain(`id="${code}"`)
      expect(html).to.contain(fix.split('`')[0])
    }
    const problem = (await (await server.ask('/api/v1/nothing')).json()) as { type: string }
    expect(problem.type).to.equal('/docs/errors#route_not_found')
  })

  it('at /docs serve Swagger UI from the host itself, without a script in the page', async () => {
    const response = await server.ask('/docs', { as: null })
    const html = await response.text()
    expect(response.headers.get('content-security-policy')).to.contain("script-src 'self'")
    expect(response.headers.get('content-type')).to.equal('text/html; charset=utf-8')
    expect(html).not.to.match(/<script>|https?:\/\//)
    for (const [, path] of html.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)) {
      expect((await server.ask(path ?? '', { as: null })).status, path).to.equal(200)
    }
  })
})
