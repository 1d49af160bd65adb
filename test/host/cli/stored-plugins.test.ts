import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { PluginPlan, PluginStatus } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { hostFileOf } from '../../../host/base/config/index.ts'
import { migrate, openDatabase } from '../../../host/base/db/index.ts'
import type { Migration } from '../../../host/base/db/index.ts'
import { pluginFiles, useProject } from './project.ts'

describe('atrium plugins, while no host runs', () => {
  const project = useProject()
  const { atrium, write } = project

  before('write plugins', () =>
    write({
      ...pluginFiles('fleet'),
      ...pluginFiles('reports', { requires: { fleet: '^1.0.0' } }),
      ...pluginFiles('notes'),
    }),
  )

  const dataDir = () => path.join(project.directory, 'data')

  /** The ids of the plugins whose desired state is active. */
  async function desired(): Promise<string[]> {
    const plugins = (await atrium(['plugins', 'list', '--json'])).json<PluginStatus[]>()
    return plugins.filter((plugin) => plugin.desired === 'active').map(({ id }) => id)
  }

  it('lists the plugins with their configured state, without creating a database', async () => {
    const { code, stdout, stderr } = await atrium(['plugins', 'list'])
    expect(stdout.split('\n').map((line) => line.split(/\s{2,}/))).to.deep.equal([
      ['PLUGIN', 'VERSION', 'STATE', 'TITLE'],
      ['fleet', '1.2.0', 'inactive', 'Fleet', 'active at the next start'],
      ['notes', '1.2.0', 'inactive', 'Notes'],
      ['reports', '1.2.0', 'inactive', 'Reports'],
      [''],
    ])
    expect(stderr).to.include('No host is running')
    expect(code).to.equal(0)
    expect(existsSync(dataDir())).to.equal(false)
  })

  it('needs a host to undo migrations', async () => {
    const { code, stderr } = await atrium(['plugins', 'migrate', 'fleet', '--to', '0001_vans', '--yes'])
    expect(stderr).to.include('No host is running, so [fleet] cannot be migrated.')
    expect(code).to.equal(1)
  })

  it('prints a plan without changing anything', async () => {
    const run = await atrium(['plugins', 'deactivate', 'fleet', '--dry-run', '--json'])
    expect(run.json<PluginPlan>()).to.deep.equal({
      action: 'deactivate',
      plugin: 'fleet',
      dry_run: true,
      steps: [{ action: 'deactivate', plugin: 'fleet' }],
      refused: null,
    })
    expect(await desired()).to.deep.equal(['fleet'])
  })

  it('stores a change for the next start, including required plugins', async () => {
    await atrium(['plugins', 'deactivate', 'fleet'])
    expect(await desired()).to.deep.equal([])
    const { code, stdout } = await atrium(['plugins', 'activate', 'reports'])
    expect(stdout).to.equal(
      'No host is running. These steps take effect at the next start.\n  1.  activate  fleet    because of reports\n  2.  activate  reports\n',
    )
    expect(code).to.equal(0)
    expect(await desired()).to.deep.equal(['fleet', 'reports'])
  })

  it('refuses to deactivate a required plugin, except with --cascade', async () => {
    const refused = await atrium(['plugins', 'deactivate', 'fleet'])
    expect(refused.stderr).to.include('[fleet] is required by [reports]').and.include('`--cascade`')
    expect(refused.code).to.equal(1)
    expect(await desired()).to.deep.equal(['fleet', 'reports'])
    expect((await atrium(['plugins', 'deactivate', 'fleet', '--cascade'])).code).to.equal(0)
    expect(await desired()).to.deep.equal([])
  })

  it('prints a refusal as JSON on standard output', async () => {
    const run = await atrium(['plugins', 'activate', 'nothing', '--json'])
    expect(run.json<{ error: { code: string } }>().error.code).to.equal('plugin_missing')
    expect([run.code, run.stderr]).to.deep.equal([1, ''])
  })

  it('cannot reload a plugin, and says what to do', async () => {
    const { code, stderr } = await atrium(['plugins', 'reload', 'fleet'])
    expect(stderr).to.include('No host is running').and.include('atrium start')
    expect(code).to.equal(1)
  })

  it('explains what the next start will do, and what is wrong with a folder', async () => {
    const { stdout } = await atrium(['plugins', 'why', 'notes'])
    expect(stdout).to.include('[notes] (Notes 1.2.0) is not activated.').and.include('No host is running.')
    await write({ 'plugins/half/package.json': '{ "name": ' })
    const half = await atrium(['plugins', 'why', 'half'])
    expect(half.stdout).to.match(
      /The folder .*half exists but is not a valid plugin\.\n\npackage\.json:1:\d+ {2}error {2}manifest_invalid/,
    )
    expect(half.code).to.equal(0)
  })

  it('drops the tables of a plugin only after confirmation, and never in production', async () => {
    const migration: Migration = {
      name: '1',
      source_hash: '1',
      up: (knex) => knex.schema.createTable('notes_notes', (table) => void table.integer('id')),
    }
    const database = await openDatabase({ dataDir: dataDir() })
    await migrate({ database, owner: 'notes', migrations: [migration] })
    await database.close()
    const unconfirmed = await atrium(['plugins', 'reset', 'notes'])
    expect(unconfirmed.stderr).to.include('--yes')
    const production = await atrium(['plugins', 'reset', 'notes', '--yes'], { env: { NODE_ENV: 'production' } })
    expect(production.stderr).to.include('not dropped in production')
    expect([unconfirmed.code, production.code]).to.deep.equal([1, 1])
    const { stdout } = await atrium(['plugins', 'reset', 'notes', '--yes'])
    expect(stdout).to.equal('Dropped tables and views of [notes]: notes_migrations, notes_notes.\n')
    expect((await atrium(['plugins', 'reset', 'notes', '--yes'])).stdout).to.equal('[notes] had no tables.\n')
  })

  it('ignores the host.json of a host that was killed', async () => {
    await writeFile(
      hostFileOf(dataDir()),
      JSON.stringify({
        url: 'http://127.0.0.1:9',
        token: 'left',
        pid: 2 ** 30,
        started_at: '2026-11-20T08:00:00.000Z',
      }),
    )
    const { code, stderr } = await atrium(['plugins', 'list'])
    expect(stderr).to.include('No host is running')
    expect(code).to.equal(0)
  })

  it('reports a host that has the database open but wrote no host.json', async () => {
    const elsewhere = path.join(project.directory, 'in-use')
    await mkdir(elsewhere)
    const database = await openDatabase({ dataDir: elsewhere })
    const { code, stderr } = await atrium(['plugins', 'list'], { env: { ATRIUM_DATA_DIR: elsewhere } })
    await database.close()
    expect(stderr).to.include(`A host runs on the data directory [${elsewhere}]`)
    expect(code).to.equal(1)
  })
})
