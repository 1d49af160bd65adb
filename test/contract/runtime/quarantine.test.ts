import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { createProcessHost, type ProcessHost } from '../../helpers/process-host.ts'
import { runAtrium } from '../../helpers/run-atrium.ts'
import { until } from '../../helpers/until.ts'

const GOOD = `export const register_routes = (routes) => routes.get('/name', {}, () => 'good')`
/** The watchdog counts its beats and not the time, so a block is long enough if the process stands still in it. */
const LOOP = `import { execSync } from 'node:child_process'
export const register_routes = (routes) => routes
  .get('/loop', {}, () => spin(Infinity))
  .get('/slow', {}, () => spin(5_000))
  .get('/native', {}, () => execSync('sleep 5 && echo done').toString())
  .get('/name', {}, () => 'looping')
  .get('/promises', {}, async () => { for (let at = 0; ; at++) await later(at) })
const later = (at) => Promise.resolve(at).then((each) => each)
function spin(milliseconds) {
  const end = performance.now() + milliseconds
  while (performance.now() < end) continue
  return 'done'
}
`

describe('A plugin that blocked or ended the host', () => {
  let host: ProcessHost
  const begin = async (plugins: Record<string, string>, environment: Record<string, string> = {}) => {
    host = await createProcessHost(plugins)
    host.start({ ATRIUM_BLOCKED_SECONDS: '1', ...environment })
  }
  const restart = async () => {
    await host.kill()
    host.start({ ATRIUM_BLOCKED_SECONDS: '1' })
    await host.ready()
  }
  const noteOf = (name: string) => path.join(host.dataDir, `quarantine-${name}.json`)
  const noted = (name: string) => existsSync(noteOf(name))
  const name = async (id: string) => (await host.ask(`/api/v1/${id}/name`)).body
  afterEach('end the host', async () => {
    await host.kill()
    await host.remove()
  })

  it('is named with its line if the host recovers, and goes on', async () => {
    await begin({ good: GOOD, looping: LOOP })
    await host.ready()
    expect((await host.ask('/api/v1/looping/slow')).body).to.equal('done')
    const finding = await until('the finding', async () =>
      (await host.status('looping')).runtime?.findings.find(({ code }) => code === 'host_blocked'),
    )
    expect(finding.where).to.include({ file: 'src/index.ts', line: 11 })
    expect(finding.message).to.match(/^The plugin \[looping\] kept the host busy for \d+ s\./)
    expect(noted('blocked')).to.equal(false)
    await restart()
    expect(await name('looping')).to.equal('looping')
  })

  it('is named with its line when it waits in native code, which no debugger can pause', async () => {
    await begin({ looping: LOOP })
    await host.ready()
    await host.ask('/api/v1/looping/native')
    const finding = await until('the finding', async () =>
      (await host.status('looping')).runtime?.findings.find(({ where }) => where?.line === 5),
    )
    expect([finding.code, finding.where?.file]).to.deep.equal(['host_blocked', 'src/index.ts'])
  })

  it('is quarantined at the next start, with its line, until somebody retries it; others are served', async () => {
    await begin({ good: GOOD, looping: LOOP })
    await host.ready()
    void host.ask('/api/v1/looping/loop').catch(() => undefined)
    await until('the line', () => /blocked for 1 s at spin \(.*looping\/src\/index\.ts:11:/.test(host.stderr))
    expect(noted('blocked')).to.equal(true)
    await restart()
    expect(await name('good')).to.equal('good')
    const { state, diagnostics } = await host.status('looping')
    expect([state, diagnostics.map(({ code }) => code)]).to.deep.equal(['failed', ['plugin_quarantined']])
    expect(diagnostics[0]!.where).to.include({ file: 'src/index.ts', line: 11 })
    expect((await host.ask<{ code: string }>('/api/v1/looping/name')).body.code).to.equal('plugin_failed')

    const why = await runAtrium(['plugins', 'why', 'looping'], { cwd: host.dataDir, env: host.environment })
    expect(why.stdout).to.contain('It is not served: it is quarantined.')
    expect(why.stdout).to.contain('atrium plugins retry looping')

    const undo = await host.ask<{ detail: string }>('/api/v1/plugins/looping/migrate?to=0001_first', { method: 'POST' })
    expect(undo.status).to.equal(409)
    expect(undo.body.detail).to.contain('The host ended after the plugin [looping] had blocked it')
    expect(undo.body.detail).to.contain('atrium plugins retry looping')

    await restart()
    expect((await host.status('looping')).state).to.equal('failed')
    const { status } = await host.ask('/api/v1/plugins/looping/retry', { method: 'POST' })
    expect([status, await name('looping')]).to.deep.equal([200, 'looping'])
    await restart()
    expect(await name('looping')).to.equal('looping')
  })

  it('ends the host by itself if it does not stop, so that the next start serves all others', async () => {
    await begin({ good: GOOD, looping: LOOP }, { ATRIUM_BLOCKED_END_SECONDS: '3' })
    await host.ready()
    void host.ask('/api/v1/looping/loop').catch(() => undefined)
    await host.ended()
    expect(host.stderr).to.contain('the host ends, because a plugin has blocked it for 3 s')
    await restart()
    expect([(await host.status('looping')).state, await name('good')]).to.deep.equal(['failed', 'good'])
  })

  it('is quarantined if it blocks the host with promises that never let anything else run', async () => {
    await begin({ good: GOOD, looping: LOOP })
    await host.ready()
    void host.ask('/api/v1/looping/promises').catch(() => undefined)
    await until('the line', () => /blocked for 1 s at .*looping\/src\/index\.ts:[78]:/.test(host.stderr))
    await restart()
    expect([(await host.status('looping')).state, await name('good')]).to.deep.equal(['failed', 'good'])
  })

  it('is quarantined if it blocks the host while it is loaded, and retried without a host', async () => {
    await begin({ good: GOOD, looping: 'for (;;) continue' })
    // On a busy machine, a note without the place may come first.
    await until(
      'the note of the place',
      () => noted('blocked') && readFileSync(noteOf('blocked'), 'utf8').includes('looping'),
    )
    await restart()
    expect([(await host.status('looping')).state, await name('good')]).to.deep.equal(['failed', 'good'])
    await host.kill()
    const run = (...args: string[]) => runAtrium(args, { cwd: host.dataDir, env: host.environment })
    expect((await run('plugins', 'why', 'looping')).stdout).to.contain('plugin_quarantined')
    await host.write('looping', LOOP)
    expect((await run('plugins', 'retry', 'looping')).code).to.equal(0)
    await restart()
    expect(await name('looping')).to.equal('looping')
  })

  it('is quarantined once it has ended the process twice while it was loaded; the other suspects are not', async () => {
    // What a native module does that crashes: nothing in the process can refuse it.
    const ending = `import { execSync } from 'node:child_process'\nexecSync('kill -9 ' + process.pid)\n`
    await begin({ ending, good: `await new Promise((resolve) => setTimeout(resolve, 300))\n${GOOD}` })
    expect((await host.ended()).signal).to.equal('SIGKILL')
    host.start()
    expect((await host.ended()).signal).to.equal('SIGKILL')
    host.start()
    await host.ready()
    const { state, diagnostics } = await host.status('ending')
    expect([state, diagnostics[0]!.code, await name('good')]).to.deep.equal(['failed', 'plugin_quarantined', 'good'])
  })

  it('is not quarantined if the host is killed while nothing is loaded or blocked', async () => {
    await begin({ good: GOOD, looping: LOOP })
    await host.ready()
    for (let time = 1; time <= 2; time++) await restart()
    expect([await name('good'), await name('looping')]).to.deep.equal(['good', 'looping'])
  })
})
