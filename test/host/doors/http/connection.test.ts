import { expect } from 'chai'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../../../helpers/until.ts'
import { startServer } from './start-server.ts'
import type { TestServer } from './start-server.ts'
import { thingsPublication, waiting } from './things.ts'

const HELLO = 'GET /api/v1/things/hello HTTP/1.1\r\nHost: x\r\n\r\n'

describe('A connection', () => {
  let server: TestServer
  before(async () => {
    server = await startServer({
      // Longer than a busy machine stands still between a connection and its first bytes.
      headersTimeout: 1_500,
      requestTimeout: 2_000,
      publish: (registries) => registries.publish('things', thingsPublication()),
    })
  })
  afterEach(async () => expect((await server.ask('/api/v1/things/hello')).status).to.equal(200))

  it('that does not speak HTTP gets 400 and is closed', async () => {
    expect(await server.raw('\x16\x03\x01\x02\x00\x01\x00\r\n\r\n')).to.match(/^HTTP\/1.1 400 Bad Request\r\n/)
    expect(await server.raw('GET / HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n')).to.match(/^HTTP\/1.1 400 /)
    expect(await server.raw('GET / HTTP/1.1\r\n\r\n')).to.match(/^HTTP\/1.1 400 /)
    expect(
      await server.raw('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'),
    ).to.match(/^HTTP\/1.1 400 /)
  })

  it('gets 431 if the header is too large', async () => {
    expect(await server.raw(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)).to.match(
      /^HTTP\/1.1 431 /,
    )
  })

  it('gets 408 if the header arrives too slowly', async () => {
    expect(await server.raw('GET / HTTP/1.1\r\nHost: x\r\n')).to.match(/^HTTP\/1.1 408 /)
  })

  it('gets 408 if the body arrives too slowly', async () => {
    const head =
      'POST /api/v1/things/things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer operator\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n'
    expect(await server.raw(`${head}{"na`)).to.match(/^HTTP\/1.1 408 /)
  })

  it('that requests an unsupported upgrade is answered over HTTP, while supported upgrades succeed', async () => {
    server.server.on('upgrade', (_request, socket: Duplex) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
    const asking = (protocol: string, method = 'GET') =>
      `${method} /api/v1/things/${method === 'GET' ? 'hello' : 'things'} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer operator\r\n` +
      `Connection: Upgrade\r\nUpgrade: ${protocol}\r\n`
    expect(await server.raw(`${asking('h2c')}\r\n`, '\r\n\r\n')).to.match(/^HTTP\/1.1 200 /)
    const body = 'Content-Type: application/json\r\nContent-Length: 16\r\n\r\n{"name": "Bolt"}'
    expect(await server.raw(`${asking('h2c', 'POST')}${body}`, '\r\n\r\n')).to.match(/^HTTP\/1.1 201 /)
    expect(await server.raw(`${asking('WebSocket')}\r\n`)).to.match(/^HTTP\/1.1 101 /)
    expect(await server.raw('CONNECT elsewhere:443 HTTP/1.1\r\nHost: elsewhere:443\r\n\r\n')).to.equal('')
  })

  it('that breaks off within a body is not treated as a server error', async () => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    const begun =
      'POST /api/v1/things/things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer operator\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"na'
    // What is not on its way yet would be dropped with the connection.
    await new Promise((resolve) => socket.write(begun, resolve))
    await pause(50)
    socket.destroy()
    await until('the request in the log', () => server.logged.find((line) => line.aborted === true))
    expect(server.logged.filter((line) => line.level === 'error')).to.deep.equal([])
  })

  it('that cannot be accepted is logged, and the server goes on', async () => {
    const refused = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE', syscall: 'accept' })
    server.server.emit('error', refused)
    expect(server.logged.find(({ msg }) => msg === 'a connection could not be accepted')).to.include({ level: 'error' })
  })

  it('keeps the order of pipelined requests, and rejects garbage after them', async () => {
    const answers = await server.raw(`${HELLO}${HELLO}garbage\r\n\r\n`)
    expect(answers.match(/HTTP\/1.1 \d+/g)?.at(-1)).to.equal('HTTP/1.1 400')
    const three = await server.raw(`${HELLO}${HELLO}${HELLO.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}`)
    expect(three.match(/HTTP\/1.1 200/g)).to.have.length(3)
  })

  it('aborts the signal of the call when the client closes it', async () => {
    const aborted = waiting.aborted
    const controller = new AbortController()
    const asked = server.ask('/api/v1/things/things/waiting', { signal: controller.signal }).catch(() => 'gone')
    await until('the call to begin', () => waiting.begun > aborted)
    controller.abort()
    expect(await asked).to.equal('gone')
    await until('the signal', () => waiting.aborted === aborted + 1)
  })
})

describe('The head of a prepared document', () => {
  const PATH = '/api/v1/openapi.json'
  const ask = async (server: TestServer, { path = PATH, method = 'GET', lines = '' }) => {
    const text = `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer operator\r\nX-Request-Id: a\r\n${lines}\r\n`
    const [head = '', ...body] = (await server.raw(text, '\r\n\r\n')).split('\r\n\r\n')
    return { lines: head.replace(/Date: .*GMT/, 'Date: now').split('\r\n'), body: body.join('\r\n\r\n') }
  }
  const ofTheAnswer = (line: string) => !/^(Connection|Keep-Alive): /.test(line)

  it('is the one that Node itself writes, as 200 and as 304, for GET and HEAD', async () => {
    const server = await startServer()
    const tag = (await server.ask(PATH)).headers.get('etag') ?? ''
    const { lines: byNode } = await ask(server, { path: '/livez' })
    for (const method of ['GET', 'HEAD'])
      for (const condition of ['', `If-None-Match: ${tag}\r\n`]) {
        const kept = await ask(server, { method, lines: condition })
        const ended = await ask(server, { method, lines: `${condition}Connection: close\r\n` })
        expect(kept.lines.filter(ofTheAnswer)).to.deep.equal(ended.lines.filter(ofTheAnswer))
        expect(kept.lines[0]).to.equal(condition === '' ? 'HTTP/1.1 200 OK' : 'HTTP/1.1 304 Not Modified')
        expect(kept.lines.slice(-3)).to.deep.equal(byNode.slice(-3))
        expect(ended.lines.at(-1)).to.equal('Connection: close')
        if (method === 'HEAD' || condition !== '') expect(kept.body).to.equal('')
      }
  })
})

describe('A closing server', () => {
  it('lets running requests finish, accepts no new ones, and cuts off those that do not end', async () => {
    const server = await startServer({ publish: (registries) => registries.publish('things', thingsPublication()) })
    await server.ask('/api/v1/things/hello')
    const begun = waiting.begun
    const hanging = server.ask('/api/v1/things/things/waiting').then(
      () => 'answered',
      () => 'cut off',
    )
    await until('the call to begin', () => waiting.begun > begun)
    const closed = server.close(200)
    const refused = await server.ask('/api/v1/things/hello').then(
      () => 'answered',
      () => 'refused',
    )
    expect(refused).to.equal('refused')
    await closed
    expect(await hanging).to.equal('cut off')
  })
})
