import { expect } from 'chai'
import { useFleetHost } from '../../helpers/fleet-host.ts'
import { createProcessHost, type ProcessHost } from '../../helpers/process-host.ts'
import { until } from '../../helpers/until.ts'

/** Ways to end the process, each on its own line from line 5 on. */
const WAYS = {
  exit: 'process.exit(7)',
  global: 'globalThis.process.exit()',
  named: 'exit()',
  really: 'process.reallyExit()',
  abort: 'process.abort()',
  kill: `process.kill(process.pid, 'SIGKILL')`,
  group: 'process.kill(0)',
}

const SOURCE = `
import imported, { exit } from 'node:process'
export const register_routes = (routes, { after }) => {
  const get = (name, run) => routes.get('/' + name, {}, run)
${Object.entries(WAYS)
  .map(([name, way]) => `  get('${name}', () => ${way})`)
  .join('\n')}
  get('later', () => void after(0, () => process.exit()))
  get('caught', () => { try { process.exit() } catch { return 'went on' } })
  get('exit-code', () => { process.exitCode = 4 })
  get('imported-exit-code', () => { imported.exitCode = 4 })
  get('name', () => { process.title = process.title; return [typeof process.env.PATH, process === imported] })
  get('asks', () => process.kill(process.pid, 0))
}
`

describe('A plugin that wants to end the process', () => {
  const fleet = useFleetHost({ 'src/index.ts': SOURCE })
  const ask = async (way: string) => (await fleet.ask<unknown>(`/api/v1/fleet/${way}`)).status
  const findings = async () => (await fleet.status()).runtime?.findings ?? []

  it('is refused at its line and named, however it tries', async () => {
    for (const way of Object.keys(WAYS)) expect(await ask(way), way).to.equal(500)
    const found = (await findings()).toReversed()
    expect(found.map(({ code, work, count, where }) => [code, work, count, where?.line])).to.deep.equal(
      Object.keys(WAYS).map((way, index) => ['exit_refused', `GET /api/v1/fleet/${way}`, 1, 5 + index]),
    )
    expect(found[0]!.message).to.equal(
      'ProcessEndRefused: [process.exit] is refused, because it would end the host and every other plugin. Throw an error instead.',
    )
  })

  it('is named even if it catches the error, or tries later', async () => {
    expect(await ask('caught')).to.equal(200)
    const refusals = async () => (await findings()).filter(({ code }) => code === 'exit_refused')
    expect(await refusals()).to.have.length(1)
    expect(await ask('later')).to.equal(204)
    await until('the later one', async () => (await refusals()).length === 2)
  })

  it('cannot set the code with which the host ends, and is named at its line', async () => {
    const before = process.exitCode
    for (const way of ['exit-code', 'imported-exit-code']) expect(await ask(way)).to.equal(500)
    expect(process.exitCode).to.equal(before)
    const found = (await findings()).toReversed()
    expect(found.map(({ code, work, where }) => [code, work, where?.line])).to.deep.equal([
      ['exit_refused', 'GET /api/v1/fleet/exit-code', 14],
      ['exit_refused', 'GET /api/v1/fleet/imported-exit-code', 15],
    ])
    expect(found[0]!.message).to.equal(
      'ProcessEndRefused: [process.exitCode = 4] is refused, because only the host decides with which code it ends. Throw an error instead.',
    )
    expect((await fleet.ask('/api/v1/fleet/name')).body).to.deep.equal(['string', true])
  })

  it('may ask whether the process exists', async () => {
    expect(await ask('asks')).to.equal(200)
    expect(await findings()).to.deep.equal([])
  })

  it('is not loaded if it tries while it is loaded', async () => {
    await fleet.fleet.write({ 'src/index.ts': `\nprocess.exit(1)\n` })
    const { first } = await fleet.failed('load_failed')
    expect(first.where).to.deep.include({ file: 'src/index.ts', line: 2 })
    expect(first.message).to.contain('[process.exit] is refused')
    expect(await ask('asks')).to.equal(200)
  })

  it('leaves the process to everybody else', () => {
    expect(process.kill(process.pid, 0)).to.equal(true)
    const refused = () => process.kill(2 ** 30, 0)
    expect(refused).to.throw('ESRCH')
  })
})

/** What many services of their own do. */
const ENDS_ON_ERRORS = `
process.prependListener('uncaughtException', () => process.exit(1))
process.on('uncaughtException', () => { throw new Error('cannot be logged') })
process.on('unhandledRejection', () => process.exit(1))
export const register_routes = (routes) => routes
  .get('/late', {}, () => void setTimeout(() => { throw new Error('late') }))
  .get('/rejected', {}, () => void Promise.reject(new Error('rejected')))
`

describe('A plugin that wants to end the process for each error that nothing catches', () => {
  let host: ProcessHost
  before('start a host', async () => {
    host = await createProcessHost({ fleet: ENDS_ON_ERRORS })
    host.start()
    await host.ready()
  })
  after('end the host', async () => {
    await host.kill()
    await host.remove()
  })

  it('is refused, and named with both', async () => {
    for (const way of ['late', 'rejected']) expect((await host.ask(`/api/v1/fleet/${way}`)).status).to.equal(204)
    await until('the findings', async () => {
      const found = (await host.status('fleet')).runtime?.findings ?? []
      const told = found.map(({ code, where }) => `${code} ${where?.line}`)
      return ['exit_refused 2', 'uncaught_error 3', 'exit_refused 4', 'uncaught_error 6'].every((each) =>
        told.includes(each),
      )
    })
  })
})
