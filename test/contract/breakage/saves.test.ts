import { expect } from 'chai'
import type { ChildProcess } from 'node:child_process'
import { stop } from 'esbuild'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setTimeout as pause } from 'node:timers/promises'
import { PROBE, usePluginProbe } from '../../helpers/plugin-probe.ts'
import { until } from '../../helpers/until.ts'
import { useBreakage, working } from './use-breakage.ts'

/** A fleet that reports when it is being loaded and then waits for its door. */
const slow = (name: string) => working(name, `${PROBE}.tell('${name} is loading')\nawait ${PROBE}.wait('${name}')`)

describe('Saves in quick succession', () => {
  const probe = usePluginProbe()
  // A bundler that other tests of this process have left would not be noticed.
  before(() => stop())
  before(() => subscribe('child_process', note))
  after(() => unsubscribe('child_process', note))
  // A build of 200 files with a killed bundler takes longer than 5 s on a busy machine, and what was given up is not tried again.
  const breakage = useBreakage({ stageLimit: 30_000 })

  it('cause a few loads, however many they are, and the last content wins', async () => {
    const names = breakage.tally()
    const begun = performance.now()
    for (let turn = 1; turn <= 20; turn += 1) {
      await breakage.fleet.write(working(turn === 20 ? 'two' : `turn ${turn}`))
      await pause(2)
    }
    const took = performance.now() - begun
    await breakage.serves('two')
    await pause(300)
    // A slow machine spreads the saves over more time, in which more pauses of 60 ms find room.
    expect((await breakage.status()).generation).to.be.within(2, 4 + took / 60)
    expect((await breakage.ask<unknown>('/api/v1/fleet/name')).body).to.equal('two')
    for (const answer of (await names.stop()).keys()) expect(answer).to.match(/^200 /)
  })

  it('are not lost during a load, and the outdated load never serves', async () => {
    const names = breakage.tally()
    await breakage.fleet.write(slow('in between'))
    await until('its load', () => probe.current.told.includes('in between is loading'))
    await breakage.fleet.write(working('two'))
    // Longer than the debounce: the change has to be noticed before the load ends. Many short pauses, because after a process has stood
    // still, its timers come before the changes of files.
    for (let turn = 0; turn < 20; turn += 1) await pause(10)
    probe.current.open('in between')
    await breakage.serves('two')
    expect(['200 "one"', '200 "two"']).to.include.members([...(await names.stop()).keys()])
    expect((await breakage.status()).generation).to.equal(2)
  })

  it('are loaded whole if a file is written in pieces', async () => {
    const names = breakage.tally()
    const [text] = Object.values(working('two')) as [string]
    for (const end of [20, 40, 60, text.length]) {
      await breakage.fleet.write({ 'src/index.ts': text.slice(0, end) })
      await pause(100)
    }
    await breakage.serves('two')
    await until('no diagnostics', async () => (await breakage.status()).state === 'active')
    expect(['200 "one"', '200 "two"']).to.include.members([...(await names.stop()).keys()])
  })

  it('are loaded even if the bundler was killed, before or during the build', async () => {
    const killed = killBundlers()
    expect(killed).to.be.greaterThan(0)
    await breakage.fleet.write(working('two'))
    await breakage.serves('two')
    const files = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [`src/part-${at}.ts`, `export const part${at} = ${at}`]),
    )
    const imports = Array.from({ length: 200 }, (_, at) => `import './part-${at}.ts'`).join('\n')
    await breakage.fleet.write({ ...files, ...working('three', imports) })
    for (let turn = 0; turn < 5; turn += 1) {
      await pause(10)
      killBundlers()
    }
    await breakage.fleet.write(working('four'))
    await breakage.serves('four')
    expect((await breakage.status()).state).to.equal('active')
  })
})

const spawned = new Set<ChildProcess>()
const note = (message: unknown) => void spawned.add((message as { process: ChildProcess }).process)

/** Kills the bundlers that the test started. @returns how many */
function killBundlers(): number {
  const bundlers = [...spawned].filter(({ spawnargs }) => spawnargs.some((text) => text.startsWith('--service=')))
  spawned.clear()
  return bundlers.filter((bundler) => bundler.kill('SIGKILL')).length
}
