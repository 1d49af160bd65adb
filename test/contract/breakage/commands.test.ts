import type { PluginPlan } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { PROBE, usePluginProbe } from '../../helpers/plugin-probe.ts'
import { until } from '../../helpers/until.ts'
import { useBreakage, working } from './use-breakage.ts'

/** A fleet that reports when it is being loaded and then waits for its door. */
const slow = (name: string) => working(name, `${PROBE}.tell('${name} is loading')\nawait ${PROBE}.wait('${name}')`)

describe('Commands that arrive while others are running', () => {
  const probe = usePluginProbe()
  const breakage = useBreakage({ watch: false, stageLimit: 5_000 })
  const command = (action: string) => breakage.ask<PluginPlan>(`/api/v1/plugins/fleet/${action}`, { method: 'POST' })
  const isLoading = (name: string) =>
    until(`the load of ${name}`, () => probe.current.told.includes(`${name} is loading`))

  it('reload during activate: both succeed, and the last content serves', async () => {
    await command('deactivate')
    await breakage.fleet.write(slow('two'))
    const activated = command('activate')
    await isLoading('two')
    await breakage.fleet.write(working('three'))
    const reloaded = command('reload')
    probe.current.open('two')
    expect([(await activated).status, (await reloaded).status]).to.deep.equal([200, 200])
    await breakage.serves('three')
    expect((await breakage.status()).state).to.equal('active')
  })

  it('deactivate during reload: it ends inactive, and answers 404 plugin_inactive', async () => {
    const names = breakage.tally()
    await breakage.fleet.write(slow('two'))
    const reloaded = command('reload')
    await isLoading('two')
    const deactivated = command('deactivate')
    probe.current.open('two')
    expect([(await reloaded).status, (await deactivated).status]).to.deep.equal([200, 200])
    expect((await breakage.status()).state).to.equal('inactive')
    const { status, body } = await breakage.ask('/api/v1/fleet/name')
    expect([status, body.code]).to.deep.equal([404, 'plugin_inactive'])
    for (const answer of (await names.stop()).keys()) expect(answer).to.match(/^200 "(one|two)"$|plugin_inactive/)
    await breakage.fleet.write(working('three'))
    await command('activate')
    await breakage.serves('three')
  })

  it('50 at once: each is answered, none harms the host, and the last one wins', async () => {
    const actions = ['reload', 'deactivate', 'activate', 'reload', 'activate']
    const sent = Array.from({ length: 50 }, (_, at) => command(actions[at % actions.length] ?? ''))
    const answers = await Promise.all(sent)
    for (const { status, body } of answers) {
      // A plugin that is inactive by then cannot be reloaded.
      expect(JSON.stringify([status, (body as { code?: string }).code])).to.match(
        /^\[200,null\]$|409,"reload_inactive"/,
      )
    }
    await command('activate')
    const { state, diagnostics } = await breakage.status()
    expect([state, diagnostics]).to.deep.equal(['active', []])
    await breakage.serves('one')
  })

  it('saves and reloads at the same time end with the last content', async () => {
    const names = breakage.tally()
    const sent = []
    for (let turn = 1; turn <= 25; turn += 1) {
      const [[file, text]] = Object.entries(working(turn === 25 ? 'last' : `turn ${turn}`)) as [[string, string]]
      // Atomically: a file that is empty for a moment would be a plugin without routes.
      await breakage.fleet.writeAtomically(file, text)
      sent.push(command('reload'))
    }
    for (const { status } of await Promise.all(sent)) expect(status).to.equal(200)
    expect((await breakage.ask<unknown>('/api/v1/fleet/name')).body).to.equal('last')
    for (const answer of (await names.stop()).keys()) expect(answer).to.match(/^200 "(one|last|turn \d+)"$/)
  })
})
