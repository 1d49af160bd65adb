import { expect } from 'chai'
import { packageJson, type PluginFiles } from '../../helpers/plugin-directory.ts'
import { PROBE, usePluginProbe } from '../../helpers/plugin-probe.ts'
import { until } from '../../helpers/until.ts'
import { useBreakage } from './use-breakage.ts'

const VAN = '/api/v1/fleet/van'

/** A fleet with one more route, whose handler begins at line 3. */
const handling = (name: string, handler: string, options = '{}'): PluginFiles => ({
  'src/index.ts': `
const probe = ${PROBE}
const handler = ${handler}
export const register_routes = (routes) => routes.get('/name', {}, () => '${name}').get('/van', ${options}, handler)
`,
})

const atOnce = { 'package.json': packageJson({ atrium: { drain_seconds: 0 } }) }

describe('A handler that throws', () => {
  const probe = usePluginProbe()
  const breakage = useBreakage({ files: handling('one', `() => {\n  throw new Error('no vans')\n}`) })
  const stacks = () => breakage.logged.flatMap(({ err }) => (err as { stack?: string } | undefined)?.stack ?? [])

  it('answers 500 for this request only, with the author’s line in the log but not in the answer', async () => {
    const { status, body } = await breakage.ask(VAN)
    expect([status, body.code]).to.deep.equal([500, 'internal_error'])
    expect(JSON.stringify(body)).not.to.contain('vans')
    expect(stacks().join()).to.match(/src\/index\.ts:4/)
    expect((await breakage.ask('/api/v1/fleet/name')).status).to.equal(200)
  })

  it('names the line of the source that its generation was loaded from, even if the file has changed', async () => {
    const waiting = `async () => {\n  await probe.wait('van')\n  throw new Error('no vans')\n}`
    await breakage.replace(handling('two', waiting))
    const former = breakage.ask(VAN)
    await breakage.replace(handling('three', `\n\n\n\n${waiting}`))
    probe.current.open('van')
    expect((await former).status).to.equal(500)
    expect(stacks().join()).to.match(/src\/index\.ts:5/)
    expect((await breakage.ask(VAN)).status).to.equal(500)
    expect(stacks().at(-1)).to.match(/src\/index\.ts:9/)
  })

  it('answers 500 if the thrown value is not an Error', async () => {
    await breakage.replace(handling('two', `() => { throw undefined }`))
    expect((await breakage.ask(VAN)).status).to.equal(500)
    await breakage.replace(handling('three', `() => Promise.reject('no vans')`))
    expect((await breakage.ask(VAN)).status).to.equal(500)
  })

  it('answers 500 if the returned value cannot be sent', async () => {
    await breakage.replace(handling('two', `() => { const van = {}; return Object.assign(van, { van }) }`))
    expect((await breakage.ask(VAN)).status).to.equal(500)
    await breakage.replace(handling('three', `() => ({ id: 1n })`))
    expect((await breakage.ask(VAN)).status).to.equal(500)
  })
})

describe('A raw handler that is rejected after it has answered', () => {
  usePluginProbe()
  const answering = `async (call, koa) => {
    koa.respond = false
    koa.res.writeHead(200).end('a van')
    await null
    throw new Error('no vans')
  }`
  const breakage = useBreakage({ files: handling('one', answering, '{ raw: true }') })

  it('keeps its answer, and its error is in the log', async () => {
    expect(await breakage.ask(VAN)).to.deep.include({ status: 200, body: 'a van' })
    await until('the line in the log', () => JSON.stringify(breakage.logged).includes('no vans'))
    expect((await breakage.ask('/api/v1/fleet/name')).status).to.equal(200)
  })
})

describe('A handler that never answers', () => {
  usePluginProbe()
  const breakage = useBreakage({ files: { ...atOnce, ...handling('one', '() => new Promise(() => undefined)') } })

  it('answers 503 plugin_replaced seconds after its plugin was replaced, and does not block the replacement', async () => {
    const never = breakage.ask(VAN)
    await breakage.replace(handling('two', `() => 'a van'`))
    expect((await breakage.ask<string>(VAN)).body).to.equal('a van')
    const { status, body } = await never
    expect([status, body.code]).to.deep.equal([503, 'plugin_replaced'])
  })
})

describe('An answer that never ends', () => {
  usePluginProbe()
  const endless = `async (call, koa) => {
    koa.respond = false
    koa.res.writeHead(200)
    const timer = setInterval(() => koa.res.write('van '), 5)
    koa.res.once('close', () => { clearInterval(timer); probe.tell('closed') })
  }`
  const probe = usePluginProbe()
  const breakage = useBreakage({ files: { ...atOnce, ...handling('one', endless, '{ raw: true }') } })

  it('is cut off seconds after its plugin was replaced, and gets `close`', async () => {
    const answer = await breakage.host.request(VAN)
    const text = answer.text().then(
      () => 'whole',
      () => 'broken off',
    )
    await breakage.replace(handling('two', `() => 'a van'`))
    expect(await text).to.equal('broken off')
    await until('its close', () => probe.current.told.includes('closed'))
  })

  it('ends by itself if it listens to the signal of its generation', async () => {
    const heeding = `async (call, koa) => {
      koa.respond = false
      koa.res.writeHead(200).write('van')
      call.signal.addEventListener('abort', () => koa.res.end(' gone'))
    }`
    await breakage.replace(handling('two', heeding, '{ raw: true }'))
    const answer = await breakage.host.request(VAN)
    await breakage.replace(handling('three', `() => 'a van'`))
    expect(await answer.text()).to.equal('van gone')
  })
})
