import { expect } from 'chai'
import type { RuntimeFinding } from '@atrium/sdk/documents'
import { HEAVY } from '../../fixtures/plugins/heavy.ts'
import { connectAgent } from '../../helpers/connect-agent.ts'
import { createProcessHost, type ProcessHost } from '../../helpers/process-host.ts'
import { openSocket } from '../../helpers/test-socket.ts'
import { until } from '../../helpers/until.ts'

/** What a value is answered with, and what its author reads. */
const VALUES: Readonly<Record<string, string>> = {
  text: 'The answer of [GET /api/v1/heavy/values/{kind}] is larger than 32 MB, so it was not sent.',
  buffer: 'TypeError: The answer is bytes, and its JSON would be a list of numbers.',
  member: 'The answer of [GET /api/v1/heavy/values/{kind}] is larger than 32 MB, so it was not sent.',
  rows: 'The answer of [GET /api/v1/heavy/values/{kind}] is larger than 32 MB, so it was not sent.',
  empty: 'The answer of [GET /api/v1/heavy/values/{kind}] is larger than 32 MB, so it was not sent.',
  braces: 'The answer of [GET /api/v1/heavy/values/{kind}] is larger than 32 MB, so it was not sent.',
  json: 'The answer of [GET /api/v1/heavy/values/{kind}] is larger than 32 MB, so it was not sent.',
  nested: 'TypeError: The answer is … more than 1,000 levels deep, at [value].',
  fresh: 'TypeError: The answer is nested more than 1,000 levels deep, at [value].',
  circle: 'TypeError: The answer contains itself, at [value], so it cannot be JSON.',
  bigint: 'TypeError: [price] of the answer is a BigInt, which has no JSON.',
  getter: 'Error: no value',
  proxy: 'Error: no member',
  ended: "TypeError: Cannot perform 'get",
  function: 'TypeError: The answer is a […], which has no JSON. Was it to be called?',
}

const FAILING_WORK: Readonly<Record<string, string>> = {
  message: 'Error: xxxxxxxx',
  named: 'xxxxxxxx',
  member: 'Error: too much',
  frozen: 'Error: xxxxxxxx',
  causes: 'Error: next',
  job: 'TypeError: The payload of [work] would be larger than 1 MB.',
  deep_job: 'TypeError: The payload of [work] is nested more than 1,000 levels deep, at [value].',
  event: 'TypeError: The payload of [heavy.happened] would be larger than 1 MB.',
  published: 'TypeError: The payload of [news] would be larger than 4 MB.',
}

describe('A plugin whose work is far too large for the memory of its host', () => {
  let host: ProcessHost
  const finding = (expected: string, matches: (each: RuntimeFinding) => boolean = () => true) =>
    until(`the finding “${expected}”`, async () => {
      const { runtime: { findings = [] } = {} } = await host.status('heavy')
      return findings.find((each) => each.message.startsWith(expected) && matches(each))
    })
  const isServing = async () => expect((await host.ask('/readyz')).status).to.equal(200)

  before('start a host with a heap of 300 MB', async () => {
    host = await createProcessHost({ heavy: HEAVY })
    host.start({ NODE_OPTIONS: '--max-old-space-size=300', LOG_LEVEL: 'warn' })
    await host.ready()
    await until('the plugin', async () => (await host.status('heavy')).state === 'active')
  })
  after('end the host', async () => {
    await host.kill()
    await host.remove()
  })

  for (const [kind, message] of Object.entries(VALUES)) {
    it(`does not end the host with an answer: ${kind}`, async () => {
      const { status, body } = await host.ask<{ code: string }>(`/api/v1/heavy/values/${kind}`)
      const code = message.includes('larger than') ? 'answer_too_large' : 'internal_error'
      expect({ status, code: body.code }).to.deep.equal({ status: 500, code })
      const { where, ...found } = await finding(message)
      expect(found.code).to.equal(code === 'internal_error' ? 'handler_failed' : code)
      expect(where).to.include({ file: 'src/index.ts' })
      await isServing()
    })
  }

  it('does not end the host with a stream of objects', async () => {
    await host.ask('/api/v1/heavy/values/objects').catch(() => undefined)
    await finding('TypeError: The stream contains a [object]. Its pieces have to be text or bytes.')
    await isServing()
  })

  it('answers a stream of twice the heap', async () => {
    const response = await fetch(`${host.url}/api/v1/heavy/stream`, {
      headers: { authorization: `Bearer ${host.token}` },
    })
    let bytes = 0
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) bytes += piece.length
    expect(bytes).to.equal(600_000_000)
  })

  it('does not end the host with a store that ignores the limit', async () => {
    expect((await host.ask('/api/v1/heavy/items')).status).to.equal(500)
    await finding('TypeError: The store of [/items] returned 500000 rows, although at most 25 were asked for.')
    await isServing()
  })

  for (const [kind, message] of Object.entries(FAILING_WORK)) {
    it(`does not end the host with an error, a job or an event: ${kind}`, async () => {
      expect((await host.ask(`/api/v1/heavy/doing/${kind}`, { method: 'POST' })).status).to.equal(500)
      expect((await finding(message)).where).to.include({ file: 'src/index.ts' })
      await isServing()
    })
  }

  for (const kind of ['line', 'details', 'logged', 'lines', 'unreadable']) {
    it(`does not end the host with what it logs: ${kind}`, async () => {
      expect((await host.ask(`/api/v1/heavy/doing/${kind}`, { method: 'POST' })).status).to.equal(204)
      await isServing()
    })
  }

  it('does not end the host with a contribution', async () => {
    const { body } = await host.ask<{ error: { code: string } }[]>('/api/v1/heavy/record')
    expect(body.map(({ error }) => error.code)).to.deep.equal(['internal_error'])
    const { where } = await finding('TypeError: The contribution to [heavy.record] would be larger than 4 MB.')
    expect(where).to.include({ file: 'src/index.ts' })
  })

  it('does not end the host with the answer of a tool', async () => {
    await using agent = await connectAgent('pinned', { url: host.url, token: host.token })
    expect((await agent.call('heavy_read')).isError).to.equal(true)
    await finding('The answer of [TOOL heavy_read] is larger than 32 MB')
    await isServing()
  })

  it('does not end the host with the answer to a message', async () => {
    const address = `${host.url.replace('http', 'ws')}/api/v1/ws?namespace=heavy`
    const { socket, send } = await openSocket(address, { headers: { authorization: `Bearer ${host.token}` } })
    send({ type: 'ask', payload: {} })
    const { where } = await finding('TypeError: The payload of the answer [answer] would be larger than 4 MB.')
    expect(where).to.include({ file: 'src/index.ts' })
    socket.close()
    await isServing()
  })

  it('shortens what it logs and says how much is left out', async () => {
    await until('the lines', () => /"msg":"failed"/.test(host.logged))
    expect(host.logged).to.match(/x… \(100000000 characters\)/)
    for (const line of host.logged.split('\n')) expect(line.length).to.be.below(200_000)
  })
})
