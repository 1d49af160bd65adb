import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { sendRaw } from '../helpers/send-raw.ts'
import { until } from '../helpers/until.ts'
import { ITEMS, useTemplateHost } from './template-host.ts'

const JSON_TYPE = 'Content-Type: application/json'
const OK = '{"name":"Bolt","price":1}'
const KEY = 'dGhlIHNhbXBsZSBub25jZQ=='
const UPGRADE = ['Upgrade: websocket', 'Connection: Upgrade']
const MCP = '/api/v1/mcp'
const MCP_TYPES = [JSON_TYPE, 'Accept: application/json, text/event-stream']
const chunks = (...parts: string[]) =>
  [...parts, ''].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')
const length = (text: string | number) => `Content-Length: ${typeof text === 'number' ? text : Buffer.byteLength(text)}`

/** The parts of a request that follow its first line and what every request here has. */
interface Raw {
  readonly line?: string
  readonly head?: readonly string[]
  readonly body?: string
  /** Default: one. */
  readonly hosts?: readonly string[]
}

const post = (body: string, head: readonly string[] = [JSON_TYPE], path = ITEMS): Raw => ({
  line: `POST ${path} HTTP/1.1`,
  head: [...head, ...(head.some((line) => /^(content-length|transfer-)/i.test(line)) ? [] : [length(body)])],
  body,
})
const get = (target: string, head: readonly string[] = []): Raw => ({ line: `GET ${target} HTTP/1.1`, head })
const lengths = (...all: string[]) => [JSON_TYPE, ...all.map((each) => `Content-Length: ${each}`)]
const coded = (coding: string) => [JSON_TYPE, `Transfer-Encoding: ${coding}`]

const REQUESTS: readonly [what: string, status: number, raw: Raw][] = [
  ['the same length twice', 400, post(OK, lengths('25', '25'))],
  ['two different lengths', 400, post(OK, lengths('25', '3'))],
  ['a length with a sign', 400, post(OK, lengths('+25'))],
  ['a negative length', 400, post(OK, lengths('-1'))],
  ['a hexadecimal length', 400, post(OK, lengths('0x19'))],
  ['a list of lengths', 400, post(OK, lengths('25, 25'))],
  ['a length beyond every number', 400, post(OK, lengths('99999999999999999999999'))],
  ['a length of a terabyte', 413, post(OK, lengths('1000000000000'))],
  ['chunk extensions', 201, post(`19;a=b;c="d"\r\n${OK}\r\n0\r\n\r\n`, coded('chunked'))],
  ['a chunk extension of a megabyte', 413, post(`5;${'a'.repeat(1_000_000)}\r\n`, coded('chunked'))],
  ['a chunk size beyond 64 bits', 400, post('FFFFFFFFFFFFFFFFF\r\n{', coded('chunked'))],
  ['a negative chunk size', 400, post('-5\r\n{', coded('chunked'))],
  ['10,000 chunks of one byte', 201, post(chunks(...' '.repeat(10_000), OK), coded('chunked'))],
  ['trailers', 201, post(`${chunks(OK).slice(0, -2)}Authorization: Bearer no\r\n\r\n`, coded('chunked'))],
  ['chunked twice', 400, post(chunks(OK), [...coded('chunked'), 'Transfer-Encoding: chunked'])],
  ['an identity coding', 400, post(OK, coded('identity'))],
  ['a bare CR in a header', 400, get(ITEMS, ['X-A: a\rb'])],
  ['a folded header', 400, get(ITEMS, ['X-A: a', ' b'])],
  ['a NUL in a header', 400, get(ITEMS, ['X-A: a\0b'])],
  ['a space before a colon', 400, get(ITEMS, ['X-A : a'])],
  [
    '2,500 headers',
    200,
    get(
      ITEMS,
      Array.from({ length: 2_500 }, () => 'a:'),
    ),
  ],
  ['the preface of HTTP/2', 400, { line: 'PRI * HTTP/2.0\r\n\r\nSM' }],
  ['an upgrade to HTTP/2', 200, get(ITEMS, ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'])],
  ['TRACE', 405, { line: `TRACE ${ITEMS} HTTP/1.1` }],
  ['OPTIONS *', 400, { line: 'OPTIONS * HTTP/1.1' }],
  ['a target with the scheme ftp', 400, get('ftp://x/api')],
  ['a broken address as target', 400, get('http://[::1/api')],
  ['an empty address as target', 400, get('http://')],
  ['a target without a slash', 400, get('api/v1')],
  ['a target with backslashes', 400, get('\\api\\v1')],
  ['a target with a fragment', 404, get(`${ITEMS}#x`)],
  ['the absolute form', 200, get(`http://elsewhere.example${ITEMS}`)],
  ['no Host', 400, { ...get(ITEMS), hosts: [] }],
  ['two Hosts', 400, { ...get(ITEMS), hosts: ['x', 'y'] }],
  ['the same Host twice', 400, { ...get(ITEMS), hosts: ['x', 'x'] }],
  ['an empty Host', 200, { ...get(ITEMS), hosts: [''] }],
  ['a Host of colons', 200, { ...get('/livez'), hosts: [':'.repeat(200)] }],
  ['HTTP/1.9', 400, { line: `GET ${ITEMS} HTTP/1.9` }],
  ['a method in small letters', 400, { line: `get ${ITEMS} HTTP/1.1` }],
  ['ranges', 200, get(ITEMS, ['Range: bytes=0-1,5-4,-99'])],
  [
    'an Accept of nonsense',
    200,
    get(ITEMS, ['Accept: text/html;q=NaN, ,;;;,*/*;q=-1', 'Accept-Encoding: br;q=x;;, ,*']),
  ],
  ['a preview of nonsense', 400, get(ITEMS, ['Atrium-Preview: role=\u00ff; person'])],
  ['a key twice in JSON', 201, post('{"name":"a","name":"b","price":1}')],
  ['__proto__ in JSON', 400, post('{"name":"a","price":1,"__proto__":{"x":1}}')],
  ['constructor.prototype in JSON', 422, post('{"name":"a","price":1,"constructor":{"prototype":{}}}')],
  ['half a character in JSON', 422, post('{"name":"\\ud800","price":1}')],
  ['a number beyond every number', 422, post('{"name":"a","price":1e999}')],
  ['half a million numbers', 422, post(`[${'1,'.repeat(500_000)}1]`)],
  ['another charset', 415, post(OK, [`${JSON_TYPE}; charset=utf-7`])],
  [
    'a bomb of gzip',
    415,
    post(gzipSync('a'.repeat(50_000_000)).toString('latin1'), [JSON_TYPE, 'Content-Encoding: gzip']),
  ],
  ['a body in a GET', 200, { ...post(OK), line: `GET ${ITEMS} HTTP/1.1` }],
  ['another expectation', 417, post(OK, [JSON_TYPE, 'Expect: 200-ok'])],
  [
    'a WebSocket with a wrong key',
    400,
    get('/api/v1/ws', [...UPGRADE, 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: x']),
  ],
  [
    'a WebSocket of version 99',
    400,
    get('/api/v1/ws', [...UPGRADE, 'Sec-WebSocket-Version: 99', `Sec-WebSocket-Key: ${KEY}`]),
  ],
  [
    'a WebSocket with two Hosts',
    400,
    { ...get('/api/v1/ws', [...UPGRADE, 'Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${KEY}`]), hosts: ['x', 'y'] },
  ],
  [
    'a WebSocket on another path',
    404,
    get(ITEMS, [...UPGRADE, 'Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${KEY}`]),
  ],
  [
    'a batch of 1,000 for agents',
    400,
    post(`[${Array(1_000).fill('{"jsonrpc":"2.0","id":1,"method":"ping"}').join()}]`, MCP_TYPES, MCP),
  ],
  ['an empty batch for agents', 400, post('[]', MCP_TYPES, MCP)],
  [
    'a deep call of an agent',
    400,
    post(
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_001)}`,
      MCP_TYPES,
      MCP,
    ),
  ],
  ['an agent whose id is an object', 400, post('{"jsonrpc":"2.0","id":{},"method":"ping"}', MCP_TYPES, MCP)],
]

/** A frame of a client, masked with zeros. */
function frame(opcode: number, content: Buffer | string, { isLast = true, isPacked = false, size = -1 } = {}): Buffer {
  const data = Buffer.from(content)
  const long = Buffer.alloc(8)
  long.writeBigUInt64BE(BigInt(size < 0 ? data.length : size))
  const first = (isLast ? 0x80 : 0) | (isPacked ? 0x40 : 0) | opcode
  return Buffer.concat([Buffer.from([first, 0xff]), long, Buffer.alloc(4), data])
}

const SOCKETS: readonly [what: string, code: number, frames: readonly Buffer[]][] = [
  [
    '2,000 fragments of a message',
    1009,
    [frame(1, '{', { isLast: false }), ...Array<Buffer>(2_000).fill(frame(0, ' '.repeat(1_000), { isLast: false }))],
  ],
  [
    '20,000 empty fragments',
    1008,
    [frame(1, '{', { isLast: false }), ...Array<Buffer>(20_000).fill(frame(0, '', { isLast: false }))],
  ],
  ['a bomb of permessage-deflate', 1002, [frame(1, deflateRawSync(Buffer.alloc(50_000_000)), { isPacked: true })]],
  ['a frame of 2^62 bytes', 1009, [frame(1, 'x', { size: 2 ** 52 })]],
  ['text that is not UTF-8', 1007, [frame(1, Buffer.from([0xff, 0xfe]))]],
  ['an unknown opcode', 1002, [frame(3, 'x')]],
  ['a long ping', 1002, [frame(9, randomBytes(200))]],
  ['a close code of its own', 1002, [frame(8, Buffer.from([3, 0xee]))]],
]

describe('A raw request', () => {
  const template = useTemplateHost()
  const descriptors = async () => (await readdir('/proc/self/fd')).length
  let atFirst = 0
  before(async () => {
    await template.create()
    atFirst = await descriptors()
  })
  const written = ({ line = `GET ${ITEMS} HTTP/1.1`, head = [], body = '', hosts = ['x'] }: Raw) =>
    [
      line,
      ...hosts.map((host) => `Host: ${host}`),
      `Authorization: Bearer ${template.host.token}`,
      ...head,
      ...(head.includes('Connection: Upgrade') ? [] : ['Connection: close']),
      '',
      body,
    ].join('\r\n')
  const open = (text: string | Buffer): Socket => {
    const { hostname, port } = new URL(template.host.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined).write(text)
    return socket
  }

  for (const [what, status, raw] of REQUESTS) {
    it(`with ${what} is answered ${status}`, async () => {
      const answer = await sendRaw(template.host.url, written(raw), { until: '\r\n\r\n' })
      expect(answer.slice(0, 13)).to.equal(`HTTP/1.1 ${status} `)
    })
  }

  for (const [what, code, frames] of SOCKETS) {
    it(`on a WebSocket with ${what} closes it with ${code}`, async () => {
      const head = [...UPGRADE, 'Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${KEY}`]
      const socket = open(written(get('/api/v1/ws', [...head, 'Sec-WebSocket-Extensions: permessage-deflate'])))
      let received = Buffer.alloc(0)
      socket.on('data', (data: Buffer) => (received = Buffer.concat([received, data])))
      await until('the handshake', () => received.includes('\r\n\r\n'))
      for (const each of frames) socket.write(each)
      await until('the close frame', () => {
        const at = received.lastIndexOf(Buffer.from([0x88, 0x02]))
        return at >= 0 && received.readUInt16BE(at + 2) === code
      })
      socket.destroy()
    })
  }

  it('that is never finished keeps nobody from being answered, and leaves nothing', async () => {
    const unfinished = [
      `POST ${ITEMS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${template.host.token}\r\n${JSON_TYPE}\r\n${length(99)}\r\n\r\n{`,
      `POST ${ITEMS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${template.host.token}\r\n${JSON_TYPE}\r\n${length(99)}\r\nExpect: 100-continue\r\n\r\n`,
      'GET / HT',
      'CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\n\r\n',
    ]
    const sockets = Array.from({ length: 200 }, (_, at) => open(unfinished[at % unfinished.length]!))
    for (const socket of sockets.slice(0, 50)) socket.end()
    expect((await template.ask('/livez')).status).to.equal(200)
    expect(await template.create()).to.have.property('id')
    for (const socket of sockets) socket.destroy()
    await until('the descriptors to be released', async () => (await descriptors()) <= atFirst + 5)
    expect((await template.ask('/readyz')).status).to.equal(200)
  })
})
