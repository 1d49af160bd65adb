import type { DiscoveredFolder, PluginPlan, PluginSettings, PluginStatus, Problem } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { openDatabase, type OpenDatabaseOptions } from '../../host/base/db/index.ts'
import { DesiredPlugins } from '../../host/plugins/supervise/decisions/desired-plugins.ts'
import { startTestHost } from '../../host/testing/index.ts'
import type { TestHost } from '../../host/testing/index.ts'
import { createPlatformDatabase } from '../helpers/platform-database.ts'
import { createPluginDirectory, packageJson } from '../helpers/plugin-directory.ts'
import { createTestDirectory } from '../helpers/test-directory.ts'
import { until } from '../helpers/until.ts'
import { type Answer, type Init, read } from './template-host.ts'

const PING = `export const register_routes = (routes) => routes.get('/ping', {}, () => 'pong')`
const LIMITED = `export const register_routes = (routes, { settings }) => routes.get('/limit', {}, () => settings.limit)`
const settings = {
  type: 'object',
  required: ['limit'],
  properties: { limit: { type: 'integer', minimum: 1, default: 5 }, key: { type: 'string', writeOnly: true } },
}

/** `yard` requires `fleet`, which has settings; `lost` requires an unknown plugin; one folder has no plugin. */
async function writePlugins(parent: string): Promise<void> {
  const plugins = { fleet: { settings }, yard: { requires: { fleet: '^1.0.0' } }, lost: { requires: { nothing: '*' } } }
  for (const [id, atrium] of Object.entries(plugins)) {
    const files = {
      'package.json': packageJson({ atrium: { id, title: id, ...atrium } }),
      'src/index.ts': id === 'fleet' ? LIMITED : PING,
    }
    await createPluginDirectory(files, { parent, name: id })
  }
  await mkdir(path.join(parent, 'sketches'))
}

function suite(place: () => Promise<Pick<OpenDatabaseOptions, 'url' | 'sqlite'>>) {
  let host: TestHost
  let database: OpenDatabaseOptions
  let directory: string
  let remove: () => Promise<void>
  const ask = async <Body = Problem>(to: string, init?: Init): Promise<Answer<Body>> =>
    read(await host.request(`/api/v1/plugins${to}`, init))
  const post = <Body = PluginPlan>(to: string, init?: Init) => ask<Body>(to, { method: 'POST', ...init })
  const status = async (id: string) => (await ask<PluginStatus>(`/${id}`)).body

  before('start a host', async () => {
    const test = await createTestDirectory()
    remove = test.remove
    directory = path.join(test.directory, 'plugins')
    await mkdir(directory)
    await writePlugins(directory)
    database = { ...(await place()), dataDir: path.join(test.directory, 'data') }
    const { url: databaseUrl, ...embedded } = database
    host = await startTestHost({ ...embedded, ...(databaseUrl && { databaseUrl }), pluginDirectories: [directory] })
  })
  after('close the host', async () => {
    await host.close()
    await remove()
  })

  it('lists the plugins with everything that an operator needs to know', async () => {
    const { body } = await ask<PluginStatus[]>('')
    expect(body.map(({ id, state, desired }) => `${id} ${state} ${desired}`)).to.deep.equal([
      'fleet inactive inactive',
      'lost inactive inactive',
      'yard inactive inactive',
    ])
    expect(body[0]).to.deep.equal({
      id: 'fleet',
      title: 'fleet',
      version: '1.2.0',
      desired: 'inactive',
      state: 'inactive',
      requires: {},
      required_by: ['yard'],
      has_settings: true,
      diagnostics: [],
    })
  })

  it('says in a dry run what would happen, and changes nothing', async () => {
    const { status: code, body } = await post('/yard/activate?dry_run=1')
    expect([code, body]).to.deep.equal([
      200,
      {
        action: 'activate',
        plugin: 'yard',
        dry_run: true,
        steps: [
          { action: 'activate', plugin: 'fleet', because: 'yard' },
          { action: 'activate', plugin: 'yard' },
        ],
        refused: null,
      },
    ])
    expect((await status('yard')).state).to.equal('inactive')
  })

  it('activates a plugin with its requirements', async () => {
    const { status: code, body } = await post('/yard/activate')
    expect(code).to.equal(200)
    expect(body.plugins?.map(({ id, state }) => `${id} ${state}`)).to.deep.equal(['fleet active', 'yard active'])
    expect((await host.request('/api/v1/yard/ping')).status).to.equal(200)
  })

  it('refuses to deactivate a required plugin, and says how to do it', async () => {
    const dry = await post('/fleet/deactivate?dry_run=1')
    expect([dry.status, dry.body.refused?.code, dry.body.refused?.plugins]).to.deep.equal([
      200,
      'plugin_required',
      ['yard'],
    ])
    const { status: code, body } = await post<Problem>('/fleet/deactivate')
    expect([code, body.code]).to.deep.equal([409, 'plugin_required'])
    expect(body.detail).to.contain('[yard]').and.contain('cascade=1')
  })

  it('reloads', async () => {
    const { body } = await post('/fleet/reload')
    expect(body.plugins).to.have.length(1)
    expect(body.plugins?.[0]).to.include({ id: 'fleet', state: 'active', generation: 2 })
  })

  it('answers settings with their form, changes them, and reloads the plugin', async () => {
    const before = (await ask<PluginSettings>('/fleet/settings')).body
    expect(before.values).to.deep.equal({ limit: 5 })
    expect(Object.keys(before.form.fields)).to.deep.equal(['limit', 'key'])
    const put = await ask<PluginSettings>('/fleet/settings', { method: 'PUT', json: { limit: 8, key: 'k' } })
    expect([put.status, put.body.values]).to.deep.equal([200, { limit: 8 }])
    expect(await (await host.request('/api/v1/fleet/limit')).json()).to.equal(8)
    const bad = await ask('/fleet/settings', { method: 'PUT', json: { limit: 0 } })
    expect([bad.status, bad.body.code, bad.body.details?.[0]?.pointer]).to.deep.equal([
      422,
      'validation_failed',
      '/limit',
    ])
  })

  it('answers 200 if the plugin fails to load', async () => {
    await createPluginDirectory(
      {
        'package.json': packageJson({ atrium: { id: 'yard', title: 'yard', requires: { fleet: '^1.0.0' } } }),
        'src/index.ts': 'throw new Error("no")',
      },
      { parent: directory, name: 'yard' },
    )
    const { status: code, body } = await post('/yard/reload')
    expect([code, body.plugins?.[0]?.state, body.plugins?.[0]?.diagnostics[0]?.code]).to.deep.equal([
      200,
      'failed',
      'load_failed',
    ])
    expect((await host.request('/api/v1/yard/ping')).status, 'the one before').to.equal(200)
  })

  it('deactivates a plugin with its dependents', async () => {
    const { status: code, body } = await post('/fleet/deactivate?cascade=1')
    expect([code, body.steps.map(({ plugin }) => plugin)]).to.deep.equal([200, ['yard', 'fleet']])
    const answer = await read<Problem>(await host.request('/api/v1/yard/ping'))
    expect([answer.status, answer.body.code]).to.deep.equal([404, 'plugin_inactive'])
    await until('rest', async () => (await status('fleet')).state === 'inactive')
  })

  it('refuses impossible changes, each with its code', async () => {
    for (const [to, code] of [
      ['/lost/activate', 'dependency_missing'],
      ['/yard/reload', 'reload_inactive'],
    ] as const) {
      const answer = await post<Problem>(to)
      expect([answer.status, answer.body.code]).to.deep.equal([409, code])
    }
    const unknown = await post<Problem>('/flet/activate')
    expect([unknown.status, unknown.body.code]).to.deep.equal([404, 'plugin_not_found'])
    expect(unknown.body.detail).to.contain('Did you mean [fleet]?')
    expect((await ask('/flet/settings')).status).to.equal(404)
    expect((await post<Problem>('/fleet/activate?dry=1')).body.code).to.equal('query_unknown')
    expect(
      (await host.request('/api/v1/plugins/fleet/activate', { method: 'POST', headers: { authorization: '' } })).status,
    ).to.equal(401)
  })

  it('reports every folder, and why it is not a plugin', async () => {
    const answer = await read<DiscoveredFolder[]>(await host.request('/api/v1/platform/discovery'))
    const report = answer.body.map(({ directory: folder, plugin, accepted, diagnostics }) => [
      path.basename(folder),
      plugin,
      accepted,
      diagnostics[0]?.code,
    ])
    expect(report).to.deep.equal([
      ['fleet', 'fleet', true, undefined],
      ['lost', 'lost', true, undefined],
      ['sketches', undefined, false, 'manifest_missing'],
      ['yard', 'yard', true, undefined],
    ])
  })

  it('says why a folder that was rejected cannot be activated', async () => {
    const { status: code, body } = await post<Problem>('/sketches/activate')
    expect([code, body.code]).to.deep.equal([404, 'plugin_not_found'])
    expect(body.detail)
      .to.match(/^The folder \[.*sketches\] was rejected, so there is no plugin \[sketches\]\. .*package\.json/)
      .and.not.contain('There is no plugin')
  })

  it('knows a plugin as soon as it is asked for, though nobody watches', async () => {
    await createPluginDirectory(
      { 'package.json': packageJson({ atrium: { id: 'dock', title: 'Dock' } }), 'src/index.ts': PING },
      { parent: directory, name: 'dock' },
    )
    expect((await post('/dock/activate')).body.plugins?.[0]?.state).to.equal('active')
    await rm(path.join(directory, 'dock'), { recursive: true })
    const gone = await post<Problem>('/dock/reload')
    expect([gone.status, gone.body.code]).to.deep.equal([409, 'plugin_missing'])
  })

  it('has left a row in the audit log for each change, none for a dry run, and keeps what was decided', async () => {
    await host.close()
    const kept = await openDatabase(database)
    const changes = await kept.knex<{ operation: string; record_id: string }>('platform_audit').orderBy('id')
    expect(changes.map(({ operation, record_id }) => `${operation.split('/').at(-1)} ${record_id}`)).to.deep.equal([
      'activate yard',
      'reload fleet',
      'settings fleet',
      'reload yard',
      'deactivate fleet',
      'activate dock',
    ])
    const decided = await new DesiredPlugins(kept).read()
    await kept.close()
    expect([...decided].map(([id, { desired }]) => `${id} ${desired}`).sort()).to.deep.equal([
      'dock active',
      'fleet inactive',
      'yard inactive',
    ])
  })
}

describe('The API of plugins', () => {
  describe('on sqlite3', () => suite(() => Promise.resolve({ sqlite: 'sqlite3' })))
  describe('on postgres', () => suite(async () => ({ url: await createPlatformDatabase() })))
})
