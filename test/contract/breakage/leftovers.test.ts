import type { Diagnostic } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { connect, createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { PROBE, usePluginProbe } from '../../helpers/plugin-probe.ts'
import { until } from '../../helpers/until.ts'
import { useBreakage, working } from './use-breakage.ts'

/** What a generation starts at line 3 and never stops. */
const LEFT: [what: string, source: string, message: RegExp][] = [
  ['a timer', `setInterval(() => ${PROBE}.tell('tick'), 5)`, /\[setInterval\], which the host has ended/],
  ['a timeout', `setTimeout(() => ${PROBE}.tell('tick'), 60_000)`, /\[setTimeout\], which the host has ended/],
  ['a server', `${PROBE}.server = createServer().listen(0, '127.0.0.1')`, /\[a server\], which goes on/],
  ['a server that keeps no process alive', `${PROBE}.server = createServer().listen(0).unref()`, /\[a server\]/],
  ['a socket', `${PROBE}.server = createSocket('udp4').bind(0)`, /\[a socket\], which goes on/],
  ['a watch of files', `${PROBE}.server = watch(import.meta.dirname)`, /\[a watch of files\], which goes on/],
  ['a listener', `process.on('SIGUSR2', () => undefined)`, /listener on process: SIGUSR2\], which the host has ended/],
  ['a listener for one time', `process.once('SIGUSR2', () => undefined)`, /listener on process: SIGUSR2\]/],
]

const imports = `import { createServer } from 'node:net'; import { watch } from 'node:fs'; import { createSocket } from 'node:dgram'`

/** Node looks up the host name first, so the stack does not lead back to the author. */
const isLookedUp = /127\.0\.0\.1/
const placeOf = ({ where }: Diagnostic) => `${where?.file}:${where?.line}`

/** A fleet that does something while it is set up. */
const settingUp = (name: string, what: string) => ({
  'src/index.ts': `${imports}
export async function setup({ on_dispose }) {
  ${what}
}
export const register_routes = (routes) => routes.get('/name', {}, () => '${name}')`,
})

describe('What a generation leaves behind', () => {
  const probe = usePluginProbe()
  const breakage = useBreakage()
  /** Every one, because a slow machine may load a save twice. */
  const opened: { close: () => void; address?: () => unknown }[] = []
  beforeEach(() => {
    Object.defineProperty(probe.current, 'server', {
      set: (server: (typeof opened)[number]) => void opened.push(server),
    })
  })
  afterEach(() => {
    for (const server of opened.splice(0)) server.close()
  })

  for (const [what, source, message] of LEFT) {
    it(`is a warning of its plugin, with the author’s line: ${what}`, async () => {
      await breakage.replace(settingUp('two', source))
      expect((await breakage.status()).diagnostics).to.deep.equal([])
      await breakage.replace(working('three'))
      const { state, diagnostics } = await until('the warning', async () => {
        const status = await breakage.status()
        return status.diagnostics.length > 0 ? status : undefined
      })
      expect(state).to.equal('active')
      expect(diagnostics).to.have.length(1)
      expect(diagnostics[0]).to.include({ code: 'leftover_work', severity: 'warning' })
      expect(diagnostics[0]?.message).to.match(message)
      expect([undefined, 'src/index.ts:3']).to.include(diagnostics[0]?.where && placeOf(diagnostics[0]))
      if (!isLookedUp.test(source)) expect(diagnostics[0]?.where).not.to.equal(undefined)
      expect(breakage.logged.filter(({ code }) => code === 'leftover_work')).to.have.length(1)
      expect(process.listenerCount('SIGUSR2')).to.equal(0)
      await breakage.replace(working('four'))
      expect((await breakage.status()).diagnostics).to.deep.equal([])
    })
  }

  it('is nothing if it is closed in on_dispose', async () => {
    const careful = `
  const server = createServer().listen(0)
  const watcher = watch(import.meta.dirname)
  const timer = setInterval(() => undefined, 5)
  const listen = () => undefined
  process.on('SIGUSR2', listen)
  on_dispose(() => { server.close(); watcher.close(); clearInterval(timer); process.off('SIGUSR2', listen) })`
    await breakage.replace(settingUp('two', careful))
    await breakage.replace(working('three'))
    await until('its end', async () => (await breakage.status()).draining === undefined)
    expect((await breakage.status()).diagnostics).to.deep.equal([])
  })

  it('does not include what the host or another plugin opens meanwhile', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    await breakage.fleet.write(settingUp('two', `${PROBE}.tell('sets up')\n  await ${PROBE}.wait('others')`))
    await until('its setup', () => probe.current.told.includes('sets up'))
    const other = createServer().listen(0, '127.0.0.1')
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await once(client, 'connect')
    probe.current.open('others')
    await breakage.serves('two')
    await breakage.replace(working('three'))
    await until('its end', async () => (await breakage.status()).draining === undefined)
    expect((await breakage.status()).diagnostics).to.deep.equal([])
    client.destroy()
    other.close()
    server.close()
  })

  it('is reported for a failed generation, if it keeps running', async () => {
    const failing = `${PROBE}.server = createServer().listen(0)\n  setInterval(() => undefined, 5)\n  throw new Error('no vans')`
    await breakage.fleet.write(settingUp('two', failing))
    const { diagnostics } = await breakage.failed('stage_failed')
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['stage_failed', 'leftover_work'])
    expect(diagnostics[1]?.where).to.include({ file: 'src/index.ts', line: 3 })
  })
})
