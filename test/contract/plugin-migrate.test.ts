import type { PluginStatus, Problem } from '@atrium/sdk/documents'
import { expect } from 'chai'
import path from 'node:path'
import { startTestHost, type TestHost } from '../../host/testing/index.ts'
import { createPostgresDatabase } from '../helpers/databases.ts'
import {
  createPluginDirectory,
  packageJson,
  type PluginDirectory,
  type PluginFiles,
} from '../helpers/plugin-directory.ts'
import { runAtrium } from '../helpers/run-atrium.ts'
import { type Answer, read } from './template-host.ts'

interface Outcome {
  readonly dry_run: boolean
  readonly undone: string[]
  readonly dropped: { table: string; records: number }[]
  readonly columns: string[]
  readonly deleted: { table: string; records: number }[]
  readonly status: PluginStatus
}

const steps = (up: string, down?: string) =>
  `export const up = async (db) => { ${up} }\n${down === undefined ? '' : `export const down = async (db) => { ${down} }`}`

const create = (table: string) =>
  `await db.schema.createTable('${table}', (table) => { table.increments('id'); table.integer('version').notNullable() })`
const drop = (table: string) => `await db.schema.dropTable('${table}')`

const FILES: PluginFiles = {
  'src/index.ts': `import { table_store, Type } from '@atrium/sdk'
    const Trip = Type.Object({ id: Type.Integer({ readOnly: true }) })
    export const register_routes = (routes, { db }) => routes.records('/trips/{id}', table_store(db, 'fleet_trips', Trip))`,
  'migrations/0001_vans.ts': steps(create('fleet_vans'), drop('fleet_vans')),
  'migrations/0002_colours.ts': steps(
    `await db.schema.alterTable('fleet_vans', (table) => { table.string('colour') })
     await db('fleet_vans').insert({ colour: 'red', version: 1 })`,
    `await db('fleet_vans').delete()
     await db.schema.alterTable('fleet_vans', (table) => { table.dropColumn('colour') })`,
  ),
  'migrations/0003_trips.ts': steps(create('fleet_trips'), drop('fleet_trips')),
}

const LOST = {
  undone: ['0003_trips', '0002_colours'],
  dropped: [{ table: 'fleet_trips', records: 2 }],
  columns: ['fleet_vans.colour'],
  deleted: [{ table: 'fleet_vans', records: 1 }],
}

function suite(databaseUrl: () => Promise<string | undefined>): void {
  let host: TestHost
  let fleet: PluginDirectory
  let others: PluginDirectory
  beforeEach('start a host', async () => {
    fleet = await createPluginDirectory(FILES)
    const manifest = packageJson({ atrium: { id: 'desk', title: 'Desk', requires: { fleet: '*' } } })
    const files = { 'package.json': manifest, 'src/index.ts': 'export const setup = () => undefined' }
    others = await createPluginDirectory(files, { parent: path.dirname(fleet.directory), name: 'desk' })
    host = await startTestHost({ plugins: [fleet.directory], databaseUrl: await databaseUrl() })
    for (const json of [{}, {}]) await host.request('/api/v1/fleet/trips', { method: 'POST', json })
  })
  afterEach('close the host', async () => {
    await host.close()
    await others[Symbol.asyncDispose]()
    await fleet[Symbol.asyncDispose]()
  })

  const post = async <Body = Problem>(what: string): Promise<Answer<Body>> =>
    read(await host.request(`/api/v1/plugins/${what}`, { method: 'POST' }))
  const state = async () => {
    const { body } = await read<PluginStatus>(await host.request('/api/v1/plugins/fleet'))
    return body.state
  }
  const trips = async () => (await host.request('/api/v1/fleet/trips')).status

  /** Expects a refusal that changes nothing. Returns what it says. */
  async function refused(to: string, code = 'migrate_refused'): Promise<string> {
    const { status, body } = await post(`fleet/migrate?to=${to}`)
    expect([status, body.code]).to.deep.equal([code === 'migrate_failed' ? 500 : 409, code])
    expect([await state(), await trips()]).to.deep.equal(['active', 200])
    return String(body.detail)
  }

  it('tells in a dry run what would be lost, and changes nothing', async () => {
    const { status, body } = await post<Outcome>('fleet/migrate?to=0001_vans&dry_run=1')
    expect(status).to.equal(200)
    expect(body).to.deep.include({ ...LOST, dry_run: true })
    expect([await state(), await trips()]).to.deep.equal(['active', 200])
    const again = await post<Outcome>('fleet/migrate?to=0001_vans&dry_run=1')
    expect(again.body).to.deep.include(LOST)
  })

  it('undoes the later migrations with their `down`, the last one first, and deactivates the plugin', async () => {
    const { status, body } = await post<Outcome>('fleet/migrate?to=0001_vans')
    expect(status).to.equal(200)
    expect(body).to.deep.include({ ...LOST, dry_run: false })
    expect(body.status).to.include({ state: 'inactive', desired: 'inactive' })
    expect((await post<Outcome>('fleet/migrate?to=0001_vans')).body).to.deep.include({ undone: [], dropped: [] })
  })

  it('applies them again when the plugin is activated, as its files are then', async () => {
    await post('fleet/migrate?to=0002_colours')
    await fleet.write({
      'migrations/0003_trips.ts': steps(`${create('fleet_trips')} /* another */`, drop('fleet_trips')),
    })
    await post('fleet/activate')
    expect([await state(), await trips()]).to.deep.equal(['active', 200])
  })

  it('is refused for a migration that is not applied, and suggests one', async () => {
    expect(await refused('0001_van')).to.equal(
      'The migration [0001_van] of [fleet] is not applied. Did you mean [0001_vans]?',
    )
  })

  it('is refused if a migration has no `down`, was changed or is not in the folder', async () => {
    await fleet.write({ 'migrations/0003_trips.ts': steps(create('fleet_trips')) })
    expect(await refused('0002_colours'))
      .to.include('[0003_trips]')
      .and.to.include('was changed after it was applied')
    await fleet.remove('migrations/0003_trips.ts')
    expect(await refused('0002_colours')).to.include('its file is not in the folder')
    await fleet.write({ 'migrations/0003_trips.ts': FILES['migrations/0003_trips.ts'] as string })
    await fleet.write({ 'migrations/0004_last.ts': steps(create('fleet_last')) })
    await post('fleet/reload')
    expect(await refused('0003_trips')).to.include('it exports no function [down]')
  })

  it('is refused while an active plugin requires it, and if the folder cannot be loaded', async () => {
    await post('desk/activate')
    expect(await refused('0001_vans', 'plugin_required')).to.include('[desk]')
    await post('desk/deactivate')
    await fleet.write({ 'src/index.ts': 'export const =' })
    expect(await refused('0001_vans')).to.include('cannot be loaded from its folder')
  })

  it('is refused if a `down` leaves a table or records of its `up`, and names them', async () => {
    await fleet.write({ 'migrations/0004_tags.ts': steps(create('fleet_tags'), '') })
    await post('fleet/reload')
    const left = await refused('0003_trips', 'migrate_failed')
    expect(left).to.include(
      '[down] of the migration [0004_tags] of [fleet] does not undo everything: [up] then fails: ',
    )
    expect(left).to.match(/fleet_tags.* already exists/)
    expect(left).to.include('Let [down] undo what [up] does. Nothing was undone.')
    const insert = `await db('fleet_vans').insert({ colour: 'blue', version: 1 })`
    await fleet.write({ 'migrations/0005_blue.ts': steps(insert, '') })
    await post('fleet/reload')
    expect(await refused('0004_tags', 'migrate_failed')).to.include(
      '[0005_blue] of [fleet] does not undo everything: [up] then adds what is still there, so that [fleet_vans] has 3 records instead of 2',
    )
  })

  it('leaves everything as it was if a `down` fails or uses a table of somebody else', async () => {
    await fleet.write({
      'migrations/0004_last.ts': steps('', `await db.schema.dropTable('fleet_trips'); throw new Error('no way back')`),
    })
    await post('fleet/reload')
    expect(await refused('0001_vans', 'migrate_failed')).to.include(
      '[down] of the migration [0004_last] of [fleet] failed: no way back',
    )
    await fleet.write({ 'migrations/0005_other.ts': steps('', create('other')) })
    await post('fleet/reload')
    expect(await refused('0001_vans')).to.include('[0005_other] of [fleet] creates the table [other]')
  })

  it('is 404 for an unknown plugin, and needs the permission to manage plugins', async () => {
    const { status, body } = await post('flet/migrate?to=0001_vans')
    expect([status, body.code]).to.deep.equal([404, 'plugin_not_found'])
    const anonymous = await host.request('/api/v1/plugins/fleet/migrate?to=0001_vans', {
      method: 'POST',
      headers: { authorization: '' },
    })
    expect(anonymous.status).to.equal(401)
  })

  it('asks at the command line for confirmation of what is deleted', async () => {
    const migrate = (...more: string[]) =>
      runAtrium(['plugins', 'migrate', 'fleet', '--to', '0001_vans', ...more], {
        cwd: path.dirname(host.dataDir),
        env: { ATRIUM_PLUGINS: path.dirname(fleet.directory) },
      })
    const said =
      'Permanently deleted: the table [fleet_trips] with 2 records, the column [fleet_vans.colour], 1 record of [fleet_vans].'
    const rehearsed = await migrate('--dry-run')
    expect(rehearsed.stdout).to.equal(
      `Undoes [0003_trips], [0002_colours] of [fleet] and deactivates the plugin. ${said}\n`,
    )
    const asked = await migrate()
    expect(asked.code).to.equal(1)
    expect(asked.stderr).to.include(said).and.to.include('Confirm with --yes.')
    expect(await state()).to.equal('active')
    const done = await migrate('--yes')
    expect(done.stdout)
      .to.include('Undone: [0003_trips], [0002_colours].')
      .and.to.include('atrium plugins activate fleet')
    expect([done.code, await state()]).to.deep.equal([0, 'inactive'])
  })
}

describe('Undoing migrations of a plugin', () => {
  describe('on sqlite3', () => suite(async () => undefined))
  describe('on postgres', () => suite(createPostgresDatabase))
})
