import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { createBrotliDecompress } from 'node:zlib'
import { answer, Type } from '@atrium/sdk'
import { collect_routes } from '@atrium/sdk/host'
import { expect } from 'chai'
import { declareOperation } from '../../../../host/core/operations/index.ts'
import { until } from '../../../helpers/until.ts'
import { startServer, type TestServer } from './start-server.ts'

const ROWS = Array.from({ length: 60_000 }, (_, at) => ({ id: at, name: `Row ${at}`, at: new Date(at), note: null }))

const HUGE = { parts: Array.from({ length: 10 }, () => ROWS) }

const PRICED = Type.Object({
  id: Type.Integer(),
  price: Type.Optional(Type.Integer({ permission: 'things.prices.view' })),
})
const PRICES = Array.from({ length: 1_200 }, (_, id) => ({ id, price: 5 }))

/** Everything that JSON writes in its own way, with enough beside it to be heavy. */
const strange = () => ({
  ...{
    gone: undefined,
    absent: () => 1,
    'quo"ted': 'a "b" \n',
    date: new Date(0),
    sparse: [undefined, () => 1, Symbol('s')],
  },
  ...{ empty: [[], {}], number: NaN, boxed: [new String('s'), new Number(1), new Boolean(false)] },
  ...{
    buffer: Buffer.alloc(200_000, 7),
    bytes: new Uint8Array([1, 2]),

    own: { toJSON: (name: string) => name },
  },
  ...{
    heavy: { toJSON: () => ROWS },
    many: Object.fromEntries(ROWS.map(({ id }) => [`k${id}`, id])),
  },
  ...{ text: `x${'😀'.repeat(200_000)}\ud800`, numbers: Array.from({ length: 60_000 }, (_, at) => at / 3) },
})

describe('A heavy answer', () => {
  let server: TestServer
  const endless: unknown[] = []
  before(async () => {
    const { routes, declarations } = collect_routes()
    const options = { permission: 'things.things.view', summary: 'Test', response: Type.Any() }
    for (let at = 0; at < 60_000; at++) endless.push({ all: endless })
    routes
      .get('/rows', options, () => ROWS)
      .get('/object', options, () => ({ rows: ROWS }))
      .get('/strange', options, strange)
      .get('/text', options, () => 'ä'.repeat(4_000_000))
      .get('/circle', options, () => endless)
      .get('/number', options, () => [...ROWS, 1n])
      .get('/huge', options, () => HUGE)
      .get('/priced', { ...options, response: Type.Array(PRICED) }, () => answer(PRICES, { etag: '7' }))
      .get('/short', options, () => ({ text: 'short' }))
    server = await startServer({
      publish: (registries) =>
        registries.publishOperations(
          'things',
          declarations.map((each) => declareOperation('things', each)),
        ),
    })
  })

  it('is what JSON.stringify writes', async () => {
    for (const [path, value] of Object.entries({
      rows: ROWS,
      object: { rows: ROWS },
      strange: strange(),
      text: 'ä'.repeat(4_000_000),
    })) {
      const answer = await server.ask(`/api/v1/things/${path}`)
      expect(answer.headers.get('content-type')).to.equal('application/json; charset=utf-8')
      expect((await answer.text()) === JSON.stringify(value), path).to.equal(true)
    }
  })

  it('is compressed', async () => {
    const sent = { authorization: 'Bearer operator', 'accept-encoding': 'br' }
    const answer = await new Promise<string>((resolve, reject) => {
      const asked = request(`${server.url}/api/v1/things/rows`, { headers: sent }, (response) => {
        expect(response.headers['content-encoding']).to.equal('br')
        text(response.pipe(createBrotliDecompress())).then(resolve, reject)
      })
      asked.on('error', reject).end()
    })
    expect(answer === JSON.stringify(ROWS)).to.equal(true)
  })

  it('has another ETag for a caller who does not see all of its fields', async () => {
    const headers = { 'accept-encoding': 'identity' }
    const whole = await server.ask('/api/v1/things/priced', { headers })
    expect([whole.headers.get('etag'), await whole.json()]).to.deep.equal(['"7"', PRICES])
    const part = await server.ask('/api/v1/things/priced', { as: 'clerk', headers })
    expect(await part.json()).to.deep.equal(PRICES.map(({ id }) => ({ id })))
    expect(part.headers.get('etag')).to.match(/^"7~.+"$/)
  })

  it('has no body for HEAD', async () => {
    const answer = await server.ask('/api/v1/things/rows', { method: 'HEAD' })
    expect([answer.status, await answer.text()]).to.deep.equal([200, ''])
  })

  it('lets others be answered while it is written', async () => {
    const begun = performance.now()
    JSON.stringify(HUGE)
    const inOnePiece = performance.now() - begun
    // Written in one piece, it would delay somebody by that time in each try. A machine that stands still for a moment does so in one.
    const tries = [await longestWait(), await longestWait(), await longestWait()]
    expect(Math.min(...tries)).to.be.below(inOnePiece / 2)
  })

  /** Milliseconds that the slowest of the short answers takes during a huge one. */
  async function longestWait(): Promise<number> {
    let isReceived = false
    const huge = server.ask('/api/v1/things/huge').then(async ({ body }) => {
      await body!.pipeTo(new WritableStream())
      isReceived = true
    })
    let longest = 0
    while (!isReceived) {
      const asked = performance.now()
      await (await server.ask('/api/v1/things/short')).text()
      longest = Math.max(longest, performance.now() - asked)
    }
    await huge
    return longest
  }

  it('is an error if its beginning cannot be written', async () => {
    expect((await server.ask('/api/v1/things/circle')).status).to.equal(500)
  })

  it('ends in the middle if its end cannot be written, and the host goes on', async () => {
    const answer = await server.ask('/api/v1/things/number')
    const error = await answer.text().catch((error: unknown) => error)
    expect(error).to.be.instanceOf(TypeError)
    expect((await server.ask('/api/v1/things/short')).status).to.equal(200)
    await until('the error is logged', () => server.logged.some((line) => JSON.stringify(line).includes('BigInt')))
  })
})
