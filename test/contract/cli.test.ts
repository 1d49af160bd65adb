import { DatabaseSync } from '@photostructure/sqlite'
import type { ModuleManifest, PluginPlan, PluginStatus } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { existsSync } from 'node:fs'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { CheckReport } from '../../host/cli/check/check-job.ts'
import { hostFileOf, readHostFile } from '../../host/base/config/index.ts'
import { createLogger } from '../../host/base/log/index.ts'
import { startTestHost } from '../../host/testing/index.ts'
import type { TestHost } from '../../host/testing/index.ts'
import { runAtrium } from '../helpers/run-atrium.ts'
import { createTestDirectory } from '../helpers/test-directory.ts'
import { until } from '../helpers/until.ts'

describe('npx atrium, beside a running host', () => {
  let host: TestHost
  let pluginDirectory: string
  let removeDirectory: () => Promise<void>
  const logged: string[] = []

  before('build, and start a host', async () => {
    const { directory, remove } = await createTestDirectory()
    removeDirectory = remove
    pluginDirectory = path.join(directory, 'plugins')
    await mkdir(pluginDirectory)
    const log = await createLogger({
      level: 'trace',
      pretty: false,
      stream: { write: (line) => void logged.push(line) },
    })
    host = await startTestHost({ pluginDirectories: [pluginDirectory], watch: true, development: true, log })
  })
  after(async () => {
    await host.close()
    expect(existsSync(hostFileOf(host.dataDir)), 'host.json after the host has closed').to.equal(false)
    await removeDirectory()
  })

  /** Runs in the folder of the host's configuration, which has the default data directory. */
  const atrium = (...args: string[]) =>
    runAtrium(['plugins', ...args], {
      byBin: true,
      cwd: path.dirname(host.dataDir),
      env: { ATRIUM_PLUGINS: pluginDirectory },
    })
  const statusOf = async (id: string) => (await atrium('show', id, '--json')).json<PluginStatus>()
  const source = () => path.join(pluginDirectory, 'fleet/src/resources.ts')
  const edit = async (from: string, to: string) =>
    writeFile(source(), (await readFile(source(), 'utf8')).replace(from, to))
  const items = (init?: RequestInit & { json?: unknown }) => host.request('/api/v1/fleet/items', init)

  it('finds it by its file, which only its owner can read', async () => {
    expect((await stat(hostFileOf(host.dataDir))).mode & 0o777).to.equal(0o600)
    const { code, stdout, stderr } = await atrium('list')
    expect(stdout).to.include('There are no plugins.')
    expect([code, stderr]).to.deep.equal([0, ''])
  })

  it('creates a plugin whose screens and routes are served at once', async () => {
    const { code, stdout } = await atrium('create', 'fleet', '--activate')
    expect(stdout).to.include('fleet 1.0.0 is active, generation 1')
    expect(code).to.equal(0)
    const response = await host.request('/api/v1/panels/operations/modules/fleet/manifest')
    const { screens } = (await response.json()) as ModuleManifest
    expect(screens.map(({ kind, path: at }) => [kind, at])).to.deep.equal([
      ['list', '/operations/fleet'],
      ['create', '/operations/fleet/create'],
      ['view', '/operations/fleet/:id'],
      ['edit', '/operations/fleet/:id/edit'],
    ])
    expect((await items({ method: 'POST', json: { name: 'Van', price: 100 } })).status).to.equal(201)
  })

  it('lists and shows the plugin', async () => {
    const { stdout } = await atrium('list')
    expect(stdout.split('\n')[1]).to.match(/^fleet +1\.0\.0 +active +Fleet$/)
    expect(await statusOf('fleet')).to.include({ id: 'fleet', state: 'active', generation: 1 })
    const unknown = await atrium('show', 'fleeet')
    expect([unknown.code, unknown.stderr.includes('Did you mean [fleet]?')]).to.deep.equal([1, true])
  })

  it('says why the newest version was rejected while the previous one is still served', async () => {
    await edit("column.text('name')", "column.text('nmae')")
    await until('the failure', async () => (await statusOf('fleet')).state === 'failed')
    const { code, stdout } = await atrium('why', 'fleet')
    expect(stdout).to.include('The previous version is still served: generation 1')
    expect(stdout).to.match(/^src\/resources\.ts:\d+:\d+ {2}error {2}column_unknown {2}.*nmae/m)
    expect(code).to.equal(0)
    expect((await items()).status).to.equal(200)
    const check = await atrium('check', 'fleet', '--json')
    expect(check.json<CheckReport>().diagnostics.map((found) => found.code)).to.deep.equal(['column_unknown'])
    expect(check.code).to.equal(1)
  })

  it('reloads it, and exits with 1 until it is repaired', async () => {
    const broken = await atrium('reload', 'fleet')
    expect(broken.stdout)
      .to.include('fleet 1.0.0 is failed, generation 1 is still served')
      .and.include('column_unknown')
    expect(broken.code).to.equal(1)
    await edit("column.text('nmae')", "column.text('name')")
    const repaired = await atrium('reload', 'fleet', '--json')
    expect(repaired.json<PluginPlan>().plugins?.map(({ state }) => state)).to.deep.equal(['active'])
    expect(repaired.code).to.equal(0)
    expect((await atrium('check', 'fleet')).code).to.equal(0)
  })

  it('shows the plan, refuses to act without the dependents, and then acts on all of them', async () => {
    await atrium('create', 'reports', '--json')
    const manifest = path.join(pluginDirectory, 'reports/package.json')
    const text = await readFile(manifest, 'utf8')
    await writeFile(manifest, text.replace('"id": "reports",', '"id": "reports", "requires": { "fleet": "^1.0.0" },'))
    expect((await atrium('activate', 'reports')).code).to.equal(0)

    const alone = await atrium('deactivate', 'fleet', '--dry-run')
    expect(alone.stdout).to.include('refused').and.include('required by [reports]').and.include('`--cascade`')
    expect(alone.code).to.equal(1)
    const planned = (await atrium('deactivate', 'fleet', '--cascade', '--dry-run', '--json')).json<PluginPlan>()
    expect(planned.steps.map(({ plugin }) => plugin)).to.deep.equal(['reports', 'fleet'])
    expect((await atrium('deactivate', 'fleet')).code).to.equal(1)
    expect(await statusOf('fleet')).to.include({ state: 'active' })

    const done = (await atrium('deactivate', 'fleet', '--cascade', '--json')).json<PluginPlan>()
    expect(done.steps).to.deep.equal(planned.steps)
    expect((await items()).status).to.equal(404)
    const why = await atrium('why', 'fleet')
    expect(why.stdout).to.include('is not activated').and.include('atrium plugins activate fleet')
    const back = (await atrium('activate', 'reports', '--json')).json<PluginPlan>()
    expect(back.steps.map(({ plugin }) => plugin)).to.deep.equal(['fleet', 'reports'])
    expect((await items()).status).to.equal(200)
  })

  it('drops its tables after confirmation, and no others', async () => {
    expect((await atrium('reset', 'fleet')).code).to.equal(1)
    expect((await items()).headers.get('x-total-count')).to.equal('1')
    const { code, stdout } = await atrium('reset', 'fleet', '--yes')
    expect(stdout).to.match(
      /^Dropped tables and views of \[fleet\]: fleet_items, fleet_migrations\.\nfleet 1\.0\.0 is active/,
    )
    expect(code).to.equal(0)
    expect((await items()).headers.get('x-total-count')).to.equal('0')
  })

  it('prints a failure as JSON on standard output, and nothing else', async () => {
    const run = await atrium('activate', 'nothing', '--json')
    expect(run.json<{ error: { code: string } }>().error.code).to.equal('plugin_not_found')
    expect([run.code, run.stderr]).to.deep.equal([1, ''])
  })

  it('leaves no trace of its token in the log', async () => {
    const { token } = (await readHostFile(host.dataDir))!
    expect(logged.join('')).to.include('/api/v1/plugins').and.not.include(token)
  })

  it('is distinct in the audit log', () => {
    const database = new DatabaseSync(path.join(host.dataDir, 'atrium.sqlite'), { readOnly: true })
    const rows = database
      .prepare("select distinct origin, caller_id from platform_audit where operation like '%/activate'")
      .all()
    database.close()
    expect(rows.map((row) => ({ ...(row as object) }))).to.deep.equal([{ origin: 'cli', caller_id: 'cli' }])
  })
})
