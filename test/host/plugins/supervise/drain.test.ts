import { expect } from 'chai'
import { useFleetHost } from '../../../helpers/fleet-host.ts'
import { packageJson } from '../../../helpers/plugin-directory.ts'
import { PROBE, usePluginProbe } from '../../../helpers/plugin-probe.ts'
import { until } from '../../../helpers/until.ts'

/** A generation that records its own disposal, with a stream that ends when the test opens its door. */
const source = (name: string) => `
import { Readable } from 'node:stream'

const probe = ${PROBE}

async function* lines() {
  yield '${name} begins, '
  await probe.wait('${name}')
  yield '${name} ends'
}

export function register_routes(routes) {
  routes.get('/name', {}, () => '${name}')
  routes.get('/stream', {}, () => Readable.from(lines()))
}

export function setup({ signal, every, on_dispose }) {
  signal.addEventListener('abort', () => probe.tell('${name} aborted'))
  every(5, () => probe.tell('${name} ticks'))
  on_dispose(() => probe.tell('${name} disposed, first step'))
  on_dispose(() => { throw new Error('the second step fails') })
  on_dispose(() => probe.tell('${name} disposed, last step'))
}
`

const STREAM = '/api/v1/fleet/stream'

describe('A replaced generation', () => {
  const probe = usePluginProbe()
  // Reloads are requested, not watched: a busy machine may report one save twice, which would make another generation.
  const fleet = useFleetHost({ 'src/index.ts': source('one') }, { watch: false })
  const replaceBy = async (name: string) => {
    await fleet.fleet.write({ 'src/index.ts': source(name) })
    await fleet.ask('/api/v1/plugins/fleet/reload', { method: 'POST' })
  }
  const told = (what: string) => until(what, () => probe.current.told.includes(what))
  const count = (what: string) => probe.current.told.filter((each) => each === what).length

  it('finishes the response it has begun, and then runs its disposers in reverse order even if some fail', async () => {
    const answer = await fleet.host.request(STREAM)
    await replaceBy('two')
    expect((await fleet.ask<string>('/api/v1/fleet/name')).body).to.equal('two')
    expect(probe.current.told).not.to.include('one disposed, last step')
    probe.current.open('one')
    expect(await answer.text()).to.equal('one begins, one ends')
    await told('one disposed, first step')
    const ends = probe.current.told.filter((what) => /^one (?!ticks)/.test(what))
    expect(ends).to.deep.equal(['one aborted', 'one disposed, last step', 'one disposed, first step'])
  })

  it('has its timers stopped when its successor commits, while it still answers', async () => {
    const answer = await fleet.host.request(STREAM)
    await told('one ticks')
    await replaceBy('two')
    await told('two ticks')
    const before = count('one ticks')
    const later = count('two ticks') + 3
    await until('three more ticks of the successor', () => count('two ticks') >= later)
    expect(count('one ticks')).to.equal(before)
    probe.current.open('one')
    await answer.text()
  })

  it('is asked to end when a third generation would drain beside it', async () => {
    const answers = [await fleet.host.request(STREAM)]
    for (const name of ['two', 'three']) {
      await replaceBy(name)
      answers.push(await fleet.host.request(STREAM))
    }
    expect(probe.current.told.filter((what) => what.endsWith('aborted'))).to.deep.equal([])
    await replaceBy('four')
    await told('one aborted')
    expect(probe.current.told.filter((what) => what.endsWith('aborted'))).to.deep.equal(['one aborted'])
    for (const name of ['one', 'two', 'three']) probe.current.open(name)
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(texts).to.deep.equal(['one begins, one ends', 'two begins, two ends', 'three begins, three ends'])
  })
})

describe('Work that ignores the end of its generation', () => {
  usePluginProbe()
  const stubborn = (name: string) => `
    import { Readable } from 'node:stream'
    const forever = new Promise(() => undefined)
    async function* lines() { yield '${name}'; await forever }
    export function register_routes(routes) {
      routes.get('/name', {}, () => '${name}')
      routes.get('/silence', {}, () => forever)
      routes.post('/silence', { permission: 'fleet.silence.create' }, () => forever)
      routes.get('/stream', {}, () => Readable.from(lines()))
      routes.get('/raw-stream', { raw: true }, (call, koa) => {
        koa.respond = false
        koa.res.writeHead(200).write('${name}')
      })
      routes.get('/raw-silence', { raw: true }, (call, koa) => { koa.respond = false })
    }`
  const atOnce = packageJson({ atrium: { drain_seconds: 0 } })
  const fleet = useFleetHost({ 'package.json': atOnce, 'src/index.ts': stubborn('one') })

  it('is cut off after some seconds: with 503 if no response has begun, otherwise in the middle of the response', async () => {
    const begun = ['/stream', '/raw-stream'].map((path) => fleet.host.request(`/api/v1/fleet${path}`))
    const broken = begun.map((answer) =>
      answer
        .then((response) => response.text())
        .then(
          () => 'whole',
          () => 'broken off',
        ),
    )
    const silent = [
      fleet.ask('/api/v1/fleet/silence'),
      fleet.ask('/api/v1/fleet/silence', { method: 'POST', json: {} }),
    ]
    const nothing = fleet.ask('/api/v1/fleet/raw-silence').then(
      () => 'answered',
      () => 'broken off',
    )
    await Promise.all(begun)
    await fleet.replace({ 'src/index.ts': stubborn('two') })
    for (const { status, headers, body } of await Promise.all(silent)) {
      expect([status, body.code, body.retryable]).to.deep.equal([503, 'plugin_replaced', true])
      expect(headers.get('retry-after')).to.equal('1')
    }
    expect(await Promise.all([...broken, nothing])).to.deep.equal(['broken off', 'broken off', 'broken off'])
    expect((await fleet.ask<string>('/api/v1/fleet/name')).body).to.equal('two')
  })
})
