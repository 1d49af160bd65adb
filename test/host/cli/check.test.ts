import path from 'node:path'
import { expect } from 'chai'
import type { CheckReport } from '../../../host/cli/check/check-job.ts'
import type { checkPlugin } from '../../../host/cli/check/check-plugin.ts'
import { hostScript } from '../../helpers/host-script.ts'
import { IDLE, pluginFiles, useProject } from './project.ts'

/** Options for what hangs: milliseconds of silence that are tolerated; enough for a busy machine. */
const HANGING = { limit: 3_000 }

interface CheckOptions {
  readonly requires?: Record<string, string>
  readonly limit?: number
}

interface CheckModule {
  readonly checkPlugin: typeof checkPlugin
}

describe('atrium plugins check', () => {
  const project = useProject()
  const { atrium, write } = project

  /** Checks a plugin with this source directly, without the command line. */
  async function check(id: string, source: string, { requires, limit }: CheckOptions = {}): Promise<CheckReport> {
    await write(pluginFiles(id, { source, ...(requires && { requires }) }))
    const { flags, file } = hostScript('cli/check/check-plugin.ts')
    const { checkPlugin } = (await import(file)) as CheckModule
    return checkPlugin({
      flags,
      directory: path.join(project.directory, 'plugins', id),
      pluginDirectories: [path.join(project.directory, 'plugins')],
      panelsFile: path.join(project.directory, 'panels.config.json'),
      ...(limit !== undefined && { limit }),
    })
  }

  it('finds no errors in a correct plugin, given by folder or id', async () => {
    await write(pluginFiles('right', { source: `export function register_routes(routes) {}` }))
    for (const [name, cwd] of [
      ['right', '.'],
      ['plugins/right', '.'],
      ['.', 'plugins/right'],
    ] as const) {
      const { code, stdout } = await atrium(['plugins', 'check', name], { cwd })
      expect([code, stdout]).to.deep.equal([
        0,
        `right 1.2.0 in ${path.relative(cwd, 'plugins/right') || '.'}: no errors\n`,
      ])
    }
  })

  it('prints location, severity, code and fix like a compiler, and exits with 1', async () => {
    await write(pluginFiles('wrong', { source: `export function setup() {\n  throw new Error('not today')\n}` }))
    const { code, stdout } = await atrium(['plugins', 'check', 'wrong'])
    expect(stdout).to.match(
      /^src\/index\.ts:2:9 {2}error {2}stage_failed {2}\[setup\] threw: not today\n {2}fix: .+\n\nwrong 1\.2\.0 in plugins\/wrong: 1 error\n$/,
    )
    expect(code).to.equal(1)
  })

  it('prints the same as JSON', async () => {
    const run = await atrium(['plugins', 'check', 'wrong', '--json'])
    const report = run.json<CheckReport>()
    expect(report).to.include({ plugin: 'wrong', version: '1.2.0' })
    expect(report.diagnostics.map(({ code, where }) => [code, where?.line])).to.deep.equal([['stage_failed', 2]])
    expect(run.code).to.equal(1)
  })

  it('suggests a similar id', async () => {
    const { code, stderr } = await atrium(['plugins', 'check', 'rigth'])
    expect(stderr).to.include('Did you mean [right]?')
    expect(code).to.equal(1)
  })

  it('keeps the output of the plugin off standard output', async () => {
    await write(pluginFiles('loud', { source: `console.log('out'); console.error('err'); ${IDLE}` }))
    const run = await atrium(['plugins', 'check', 'loud', '--json'])
    expect(run.json<CheckReport>().diagnostics).to.deep.equal([])
    expect(run.stderr).to.include('out').and.include('err')
  })

  it('finds the function and the line of an endless loop', async () => {
    const { diagnostics } = await check(
      'spins',
      `function spin() {\n  for (let turns = 0; ; turns += 1) {\n    if (turns < 0) return\n  }\n}\nexport function register_resources() {\n  spin()\n}`,
      HANGING,
    )
    expect(diagnostics.map(({ code, message, where }) => ({ code, message, file: where?.file }))).to.deep.equal([
      {
        code: 'stage_timeout',
        message:
          '[register_resources] kept the process busy for 3 s. A host could not answer any request during this time.',
        file: 'src/index.ts',
      },
    ])
    expect(diagnostics[0]?.where?.line).to.be.within(2, 4)
  })

  it('finds an endless loop at the top level of a file', async () => {
    const { diagnostics } = await check(
      'spins-at-once',
      `export let turns = 0\nwhile (turns >= 0) turns = (turns + 1) % 100`,
      HANGING,
    )
    expect(diagnostics.map(({ code, where }) => [code, where?.file, where?.line])).to.deep.equal([
      ['load_timeout', 'src/index.ts', 2],
    ])
  })

  it('reports a busy process even if no line of the plugin can be found', async () => {
    const source = `import { execSync } from 'node:child_process'\nexport function setup() {\n  execSync('sleep 20')\n}`
    const { diagnostics } = await check('sleeps', source, HANGING)
    expect(diagnostics).to.have.length(1)
    expect(diagnostics[0]).to.include({ code: 'load_timeout' })
  })

  it('names a function whose promise never settles', async () => {
    const { diagnostics } = await check('waits', `export const setup = () => new Promise(() => undefined)`, HANGING)
    expect(diagnostics.map(({ code, message }) => [code, message])).to.deep.equal([
      ['stage_timeout', '[setup] did not finish within 3 s.'],
    ])
  })

  it('names the line that ends the process', async () => {
    const { diagnostics } = await check('leaves', `export function setup() {\n  process.exit(0)\n}`)
    expect(diagnostics.map(({ code, where }) => [code, where?.file, where?.line])).to.deep.equal([
      ['process_ended', 'src/index.ts', 2],
    ])
  })

  it('survives a plugin that kills its process', async () => {
    const { diagnostics } = await check(
      'kills',
      `process.kill(process.pid, 'SIGKILL')\nawait new Promise(() => undefined)`,
    )
    expect(diagnostics.map(({ code, message }) => [code, message])).to.deep.equal([
      ['process_ended', 'The process that loaded the plugin ended with signal SIGKILL. A host would end too.'],
    ])
  })

  it('names the line of an uncaught error', async () => {
    const { diagnostics } = await check(
      'throws-later',
      `export function setup() {\n  void Promise.reject(new Error('too late'))\n  return new Promise((resolve) => setTimeout(resolve, 20))\n}`,
    )
    expect(diagnostics.map(({ code, where }) => [code, where?.line])).to.deep.equal([['uncaught_error', 2]])
  })

  it('runs the migrations on a separate database', async () => {
    await write({ 'plugins/migrates/migrations/0001_cars.ts': `export const up = (db) => db.raw('create table')` })
    const { diagnostics } = await check('migrates', IDLE)
    expect(diagnostics.map(({ code, where }) => [code, where?.file])).to.deep.equal([
      ['migration_failed', 'migrations/0001_cars.ts'],
    ])
  })

  it('checks the screens against the configured panels', async () => {
    const { diagnostics } = await check(
      'screens',
      `import { emit_dashboard } from '@atrium/sdk'
export const register_routes = (routes) => routes.get('/cars', {}, () => 1)
export const register_resources = (registry) =>
  emit_dashboard(registry, 'closed', 'screens', (dashboard) =>
    dashboard.id('screens').path('screens').stats('/api/v1/screens/cars', (stat) => [stat.number('cars')]))`,
    )
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['panel_not_materialized'])
  })

  it('checks that the required plugins exist in the required versions', async () => {
    await write(pluginFiles('there'))
    const { diagnostics } = await check('requires', IDLE, { requires: { there: '^2.0.0', away: '^1.0.0' } })
    expect(diagnostics.map(({ code, where }) => [code, where?.pointer])).to.deep.equal([
      ['dependency_version', '/atrium/requires/there'],
      ['dependency_missing', '/atrium/requires/away'],
    ])
    expect((await check('requires', IDLE, { requires: { there: '^1.0.0' } })).diagnostics).to.deep.equal([])
  })

  it('reports why a folder is not a plugin', async () => {
    await write({ 'plugins/empty/package.json': '{' })
    const { code, stdout } = await atrium(['plugins', 'check', 'plugins/empty'])
    expect(stdout).to.match(/^package\.json:1:\d+ {2}error {2}manifest_invalid/)
    expect(code).to.equal(1)
  })
})
