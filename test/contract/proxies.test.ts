import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { request as overHttps } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import WebSocket from 'ws'
import { root } from '../../host/launch/root.mjs'
import { startTestHost, type TestHost } from '../../host/testing/index.ts'
import { findFreePort } from '../helpers/find-free-port.ts'
import { createPluginDirectory, packageJson } from '../helpers/plugin-directory.ts'
import { createTestDirectory } from '../helpers/test-directory.ts'
import { until } from '../helpers/until.ts'

const BASE = '/atrium'

/** Sends what it gets; and an event at once, another one when it was asked to. */
const PROBE = `
import { PassThrough } from 'node:stream'
import { Type } from '@atrium/sdk'
const open = []
export function register_routes(routes) {
  const options = { permission: 'probe.run.view', summary: 'Probe' }
  routes.post('/bytes', { ...options, raw: true, transaction: false }, async (_call, koa) => {
    let bytes = 0
    for await (const chunk of koa.req) bytes += chunk.length
    koa.body = { bytes }
  })
  routes.get('/events', { ...options, raw: true, transaction: false }, (_call, koa) => {
    const events = new PassThrough()
    events.write('data: first\\n\\n')
    open.push(events)
    koa.type = 'text/event-stream'
    koa.body = events
  })
  routes.post('/next', { ...options, response: Type.Any() }, () => {
    for (const events of open.splice(0)) events.end('data: last\\n\\n')
    return {}
  })
}
`.replaceAll('\\\\', '\\')

interface Places {
  readonly folder: string
  readonly port: number
  readonly upstream: string
}

/** Each with the configuration of host/deploy, at another port, below a path, and with a certificate for this test. */
const PROXIES = [
  {
    program: 'nginx',
    file: 'nginx.conf',
    place: (text: string, { folder, port, upstream }: Places) =>
      `daemon off; pid ${folder}/pid; error_log ${folder}/log; worker_processes 1;
      events {} http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      ${text
        .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
        .replace('/etc/ssl/atrium/fullchain.pem', `${folder}/both.pem`)
        .replace('/etc/ssl/atrium/privkey.pem', `${folder}/both.pem`)
        .replace('location / {', `location ${BASE}/ {`)
        .replace('127.0.0.1:3000', upstream)} }`,
    args: (file: string) => ['-c', file],
  },
  {
    program: 'haproxy',
    file: 'haproxy.cfg',
    place: (text: string, { folder, port, upstream }: Places) =>
      text
        .replace('bind :443', `bind 127.0.0.1:${port}`)
        .replace('/etc/ssl/atrium/atrium.pem', `${folder}/both.pem`)
        .replace('127.0.0.1:3000', upstream),
    args: (file: string) => ['-db', '-f', file],
  },
  {
    program: 'caddy',
    file: 'Caddyfile',
    place: (text: string, { folder, port, upstream }: Places) =>
      `{\n\tadmin off\n\tauto_https off\n\tstorage file_system ${folder}/caddy\n}\n${text
        .replace('atrium.example.org {', `https://localhost:${port} {\n\ttls ${folder}/both.pem ${folder}/both.pem`)
        .replace('127.0.0.1:3000', upstream)}`,
    args: (file: string) => ['run', '--config', file, '--adapter', 'caddyfile'],
  },
]

const isInstalled = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

const configOf = (file: string) => readFileSync(join(root, 'host/deploy', file), 'utf8')

describe('The configurations for proxies', () => {
  for (const { program, file, place } of PROXIES)
    it(`of ${program} pass on to a host at 127.0.0.1:3000, behind a certificate`, () => {
      const placed = place(configOf(file), { folder: '/somewhere', port: 8443, upstream: '127.0.0.1:4567' })
      expect(placed).to.include('127.0.0.1:4567').and.include('8443').and.include('/somewhere/both.pem')
      expect(placed).to.not.include('127.0.0.1:3000')
    })
})

for (const proxy of PROXIES) {
  const { program } = proxy
  if (isInstalled(program)) describe(`A host below a path behind ${program}, with TLS`, () => behind(proxy))
  else console.log(`- ${program} is not installed, so it is not tested: apt-get install ${program}`)
}

function behind({ program, file, place, args }: (typeof PROXIES)[number]): void {
  let host: TestHost
  let server: ChildProcess
  let port = 0
  let ca = ''
  let remove = () => Promise.resolve()
  let cookie = ''
  let printed = ''

  before(async () => {
    const made = await createTestDirectory()
    const plugins = await createPluginDirectory({
      'probe/package.json': packageJson({ name: 'probe', atrium: { id: 'probe', title: 'Probe' } }),
      'probe/src/index.ts': PROBE,
    })
    remove = async () => void (await Promise.all([made.remove(), plugins[Symbol.asyncDispose]()]))
    port = await findFreePort()
    ca = makeCertificate(made.directory)
    host = await startTestHost({
      ...{ plugins: [join(root, 'plugins/template'), plugins.path('probe')], trustProxy: ['127.0.0.1'] },
      ...{ basePath: BASE, publicUrl: `https://localhost:${port}` },
    })
    const config = join(made.directory, file)
    const upstream = new URL(host.url).host
    writeFileSync(config, place(configOf(file), { folder: made.directory, port, upstream }))
    server = spawn(program, args(config), {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, HOME: made.directory },
    })
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    await until(`${program}`, async () => {
      if (server.exitCode !== null) throw new Error(printed)
      const { status } = await ask('/api/v1/auth/sign-in').catch(() => ({ status: 0 }))
      return status === 200
    })
  })
  after(async () => {
    if (server.exitCode === null && server.kill()) await once(server, 'exit')
    await host.close()
    await remove()
  })

  interface Asked {
    readonly method?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string | Buffer
    readonly onData?: (text: string) => void
  }

  interface Answered {
    readonly status: number
    readonly headers: IncomingHttpHeaders
    readonly text: string
  }

  /** As a browser that is signed in and accepts gzip. */
  function ask(path: string, { method = 'GET', headers, body, onData }: Asked = {}): Promise<Answered> {
    const sent = {
      'accept-encoding': 'gzip',
      origin: `https://localhost:${port}`,
      ...(cookie !== '' && { cookie }),
      ...headers,
    }
    return new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        servername: 'localhost',
        port,
        ca,
        method,
        path: BASE + path,
        agent: false,
      } as const
      const asked = overHttps({ ...options, headers: { host: `localhost:${port}`, ...sent } }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          onData?.(chunk.toString())
        })
        answer.on('end', () => {
          const whole = Buffer.concat(chunks)
          const text = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(whole) : whole
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: text.toString() })
        })
      })
      asked.on('error', reject).end(body)
    })
  }

  const json = (method: string, body: object, headers = {}) => ({
    ...{ method, body: JSON.stringify(body) },
    headers: { 'content-type': 'application/json', ...headers },
  })

  it('signs in, with a cookie for https and this path', async () => {
    const token = host.signInLink?.split('#token=')[1]
    const { status, headers, text } = await ask('/api/v1/auth/sessions', json('POST', { token }))
    expect(status, text).to.equal(201)
    const [set = ''] = headers['set-cookie']?.filter((each) => each.includes('session')) ?? []
    expect(set)
      .to.match(/^__Secure-atrium_session=/)
      .and.to.match(/path=\/atrium;/)
      .and.to.match(/secure/)
    cookie = set.split(';')[0] ?? ''
    expect((await ask('/api/v1/auth/me')).status).to.equal(200)
  })

  it('lists compressed, and saves what was read without a false conflict', async () => {
    for (let item = 1; item <= 30; item += 1)
      await ask('/api/v1/template/items', json('POST', { name: `Hinge ${item} `.repeat(5).trim(), price: item }))
    const list = await ask('/api/v1/template/items')
    expect(list.headers['content-encoding']).to.equal('gzip')
    const [{ id }] = JSON.parse(list.text) as [{ id: number }]
    const read = await ask(`/api/v1/template/items/${id}`)
    const change = json('PATCH', { price: 900 }, { 'if-match': read.headers.etag ?? 'missing' })
    expect((await ask(`/api/v1/template/items/${id}`, change)).status).to.equal(200)
    expect((await ask(`/api/v1/template/items/${id}`, change)).status).to.equal(412)
  })

  it('knows the client, and nothing that the client invents', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example' }
    const sessions = JSON.parse((await ask('/api/v1/auth/sessions', { headers })).text) as { address: string }[]
    expect(sessions[0]?.address).to.equal('127.0.0.1')
    const refused = await ask(
      '/api/v1/template/items',
      json('POST', { name: 'x', price: 1 }, { origin: 'https://evil.example' }),
    )
    expect([refused.status, refused.text]).to.satisfy(
      ([status, text]: [number, string]) => status === 403 && text.includes('origin_refused'),
    )
  })

  it('passes on WebSockets', async () => {
    const headers = { cookie, host: `localhost:${port}` }
    const options = { ca, headers, origin: `https://localhost:${port}`, servername: 'localhost' }
    const socket = new WebSocket(`wss://127.0.0.1:${port}${BASE}/api/v1/ws?namespace=shell`, options)
    const first = once(socket, 'message').then(([data]) => String(data))
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: {} }))
    expect(await first).to.include('"namespace":"shell"')
    socket.terminate()
  })

  it('passes on each event as it is sent, not compressed', async () => {
    const seen: string[] = []
    const whole = ask('/api/v1/probe/events', { onData: (text) => seen.push(text) })
    await until('the first event', () => seen.join('').includes('first'))
    expect(seen.join('')).to.not.include('last')
    await ask('/api/v1/probe/next', json('POST', {}))
    const { headers, text } = await whole
    expect(text).to.include('last')
    expect(headers['content-encoding']).to.equal(undefined)
  })

  it('takes an upload of 8 MB', async () => {
    const body = Buffer.alloc(8 * 1024 * 1024, 7)
    const { status, text } = await ask('/api/v1/probe/bytes', { method: 'POST', body })
    expect([status, JSON.parse(text)]).to.deep.equal([200, { bytes: body.length }])
  })
}

/** A certificate for localhost, beside its key. Returns the certificate. */
function makeCertificate(folder: string): string {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' })
  const text = readFileSync(cert, 'utf8')
  writeFileSync(join(folder, 'both.pem'), text + readFileSync(key, 'utf8'))
  return text
}
