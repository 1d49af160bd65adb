import type { PluginGrantPlan, Problem } from '@atrium/sdk/documents'
import { expect } from 'chai'
import path from 'node:path'
import { startTestHost, type TestHost } from '../../../host/testing/index.ts'
import { read, type Answer } from '../../contract/template-host.ts'
import { createPluginDirectory, packageJson, type PluginDirectory } from '../../helpers/plugin-directory.ts'
import { runAtrium } from '../../helpers/run-atrium.ts'
import { createUsersAndRoles } from './users-and-roles.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

const driver = (...permissions: string[]) => ({ driver: { title: 'Driver', permissions } })

/** `/trips` with one state and one note, and a route that requires `permission`. It is loaded as slowly as a test asks. */
const source = ({ fields, permission }: { fields: string; permission: string }) => `
  import { table_store, Type } from '@atrium/sdk'
  globalThis.fleetLoads = (globalThis.fleetLoads ?? 0) + 1
  await new Promise((resolve) => setTimeout(resolve, globalThis.fleetPause ?? 0))
  const Trip = Type.Object({ id: Type.Integer({ readOnly: true }), ${fields} })
  export const register_routes = (routes, { db }) => {
    routes.records('/trips/{id}', table_store(db, 'fleet_trips', Trip))
    routes.get('/fuel', { permission: '${permission}' }, () => 'full')
  }`

const FORMER = {
  'package.json': packageJson({ version: '1.0.0', atrium: { roles: driver('fleet.trips.view') } }),
  'src/index.ts': source({ fields: 'state: Type.String(), note: Type.String()', permission: 'fleet.fuel.view' }),
  'migrations/0001_trips.ts': `export const up = (db) => db.schema.createTable('fleet_trips', (table) => {
    table.increments('id'); table.integer('version').notNullable()
    for (const name of ['state', 'status', 'note', 'remark']) table.string(name) })`,
}

/** Renames a permission and two fields, and has a migration that must not run. */
const NEXT = {
  'package.json': packageJson({ version: '2.0.0', atrium: { roles: driver('fleet.trips.view', 'fleet.tank.view') } }),
  'src/index.ts': source({ fields: 'status: Type.String(), remark: Type.String()', permission: 'fleet.tank.view' }),
  'migrations/0002_broken.ts': `export const up = () => { throw new Error('a plan has run a migration') }`,
}

describe('The plan for a new version of a plugin', () => {
  let fleet: PluginDirectory
  let host: TestHost
  let made: Awaited<ReturnType<typeof createUsersAndRoles>>
  const plan = async <Body = PluginGrantPlan>(json: object = {}, id = 'fleet'): Promise<Answer<Body>> =>
    read(await host.request(`/api/v1/platform/plugins/${id}/plan`, { method: 'POST', json }))

  before('start a host with version 1.0.0 and people, and put version 2.0.0 in its folder', async () => {
    fleet = await createPluginDirectory(FORMER)
    host = await startTestHost({ plugins: [fleet.directory] })
    const clerk = {
      ...{ name: 'clerk', label: 'Clerk', permissions: ['fleet.trips.view', 'fleet.fuel.view'] },
      conditions: [{ resource: 'fleet_trips', where: 'state=open' }],
      fields: [{ resource: 'fleet_trips', hidden: ['note'] }],
    }
    const driverRole = { name: 'fleet-driver', label: 'Driver', permissions: ['fleet.trips.view'] }
    made = await createUsersAndRoles(host, {
      roles: [clerk, driverRole],
      people: { Ada: ['clerk'], Ben: ['viewer'], Cleo: [] },
    })
    expect((await plan()).body, 'the folder holds what serves').to.deep.include({ people: [], affected: [] })
    await fleet.write(NEXT)
  })
  after('close the host', async () => {
    await host.close()
    await fleet[Symbol.asyncDispose]()
  })

  it('loads the version once for all who ask before that begins, so that they cannot keep other plugins from being loaded', async () => {
    const globals = globalThis as { fleetLoads?: number; fleetPause?: number }
    const loads = () => globals.fleetLoads ?? 0
    const before = loads()
    // Longer than the twelve need to ask: a version that is loaded faster than they ask is loaded for each.
    globals.fleetPause = 1_000
    const plans = await Promise.all(Array.from({ length: 12 }, () => plan())).finally(() => delete globals.fleetPause)
    for (const { status, body } of plans) expect([status, body.to]).to.deep.equal([200, '2.0.0'])
    expect(loads() - before).to.be.within(1, 6)
  })

  it('says which permissions it renames, and who loses what because a role names the former one', async () => {
    const { status, body } = await plan()
    expect(status).to.equal(200)
    expect(body).to.include({ plugin: 'fleet', from: '1.0.0', to: '2.0.0', unchanged: 3 })
    const renamed = [{ from: 'fleet.fuel.view', to: 'fleet.tank.view' }]
    expect(body.permissions).to.deep.equal({ added: [], removed: [], renamed })
    expect(body.people.map(({ name, gains, loses }) => ({ name, gains, loses }))).to.deep.equal([
      { name: 'Ada', gains: [], loses: ['fleet.fuel.view'] },
    ])
  })

  it('says whose condition can no longer be applied and then reaches nothing, and which hidden field has another name', async () => {
    const { body } = await plan()
    const before = [{ where: 'state=open', hidden: ['note'], read_only: [] }]
    expect(body.people[0]?.limits).to.deep.equal([
      { resource: 'fleet_trips', permissions: ['fleet.trips.view'], before, after: [] },
    ])
    expect(body.fields_added).to.deep.equal([{ resource: 'fleet_trips', fields: ['status', 'remark'] }])
    const [clerk] = body.affected
    expect(clerk).to.deep.include({ kind: 'role', id: made.roles.clerk, name: 'Clerk' })
    expect(clerk?.permissions).to.deep.equal([{ name: 'fleet.fuel.view', renamed_to: 'fleet.tank.view' }])
    expect(clerk?.limits.map(({ kind, value }) => [kind, value])).to.deep.equal([
      ['condition', 'state=open'],
      ['field', 'note'],
    ])
    expect(clerk?.limits[0]?.message).to.contain('[state]')
  })

  it('says how a suggested role changes, and that the role made of it stays as it is', async () => {
    const [change] = (await plan()).body.suggested_roles
    expect(change).to.deep.include({ id: 'fleet.driver', change: 'changed', gains: ['fleet.tank.view'], loses: [] })
    expect(change?.role).to.deep.equal({ id: made.roles['fleet-driver'], label: 'Driver' })
  })

  it('changes nothing: the former version serves, and no migration has run', async () => {
    expect((await host.request('/api/v1/fleet/trips')).status).to.equal(200)
    const status = (await (await host.request('/api/v1/plugins/fleet')).json()) as { version: string; state: string }
    expect(status).to.include({ version: '1.0.0', state: 'active' })
  })

  it('answers the same for what `atrium plugins plan` reads from a folder elsewhere', async () => {
    const migrations = { 'migrations/0002_broken.ts': 'export const up = () => undefined' }
    await using elsewhere = await createPluginDirectory({ ...FORMER, ...NEXT, ...migrations })
    const args = ['plugins', 'plan', elsewhere.directory, '--json', '--url', host.url, '--token', host.token]
    const { stdout, stderr, code } = await runAtrium(args, { cwd: ROOT })
    expect(code, stderr).to.equal(0)
    expect(JSON.parse(stdout)).to.deep.equal((await plan()).body)
  })

  it('says why a version would be refused, so that nothing changes', async () => {
    await fleet.write({ 'src/index.ts': 'export const register_routes = () => { throw new Error("not yet") }' })
    const { body } = await plan()
    expect(body).to.deep.include({ from: '1.0.0', people: [] })
    expect(body.diagnostics[0]).to.include({ code: 'stage_failed' })
  })

  it('is refused for an unknown plugin, and for what another plugin declares', async () => {
    const unknown = await plan<Problem>({}, 'nobody')
    expect([unknown.status, unknown.body.code]).to.deep.equal([404, 'plugin_not_found'])
    const declares = { plugin: 'desk', version: '1.0.0', permissions: [], operations: [], tables: [], roles: {} }
    const other = await plan<Problem>({ declares })
    expect([other.status, other.body.code]).to.deep.equal([422, 'validation_failed'])
  })
})
