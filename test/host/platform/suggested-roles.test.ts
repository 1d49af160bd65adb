import { expect } from 'chai'
import type { Problem } from '@atrium/sdk/documents'
import { read, type Answer, type Init } from '../../contract/template-host.ts'
import { startTestHost, type TestHost } from '../../../host/testing/index.ts'
import { createPluginDirectory, packageJson } from '../../helpers/plugin-directory.ts'

const DRIVER = {
  title: 'Driver',
  description: 'Sees own vans.',
  permissions: ['fleet.vans.view'],
  conditions: [{ resource: 'fleet_vans', where: 'owner_id=me' }],
  fields: [{ resource: 'fleet_vans', hidden: ['price'] }],
}
const LOADER = {
  title: 'Loader',
  permissions: ['fleet.parts.view'],
  conditions: [{ resource: 'fleet_parts', where: 'ower_id=me' }],
}
const PLUGIN = `import { table_store, Type } from '@atrium/sdk'
const Part = Type.Object({ id: Type.Integer({ readOnly: true }), owner_id: Type.String() })
export const register_routes = (routes, { db }) =>
  routes.get('/vans', {}, () => []).post('/vans', {}, () => ({})).records('/parts/{part_id}', table_store(db, 'fleet_parts', Part, {}))`
const TABLE = `export const up = (knex) => knex.schema.createTable('fleet_parts', (table) => {
  table.increments('id')
  table.string('owner_id').notNullable()
  table.integer('version').notNullable().defaultTo(1)
})`

interface Role {
  readonly id: string
  readonly name: string
  readonly label: string
}

describe('The roles that plugins suggest', () => {
  let host: TestHost
  let plugin: Awaited<ReturnType<typeof createPluginDirectory>>
  const ask = async <Body = Problem>(to: string, init?: Init): Promise<Answer<Body>> =>
    read(await host.request(`/api/v1/platform${to}`, init))

  before('start a host', async () => {
    const atrium = { id: 'fleet', title: 'Fleet', roles: { driver: DRIVER, loader: LOADER } }
    plugin = await createPluginDirectory(
      { 'package.json': packageJson({ atrium }), 'src/index.ts': PLUGIN, 'migrations/0001_parts.js': TABLE },
      { name: 'fleet' },
    )
    host = await startTestHost({ plugins: [plugin.directory] })
  })
  after('close the host', async () => {
    await host.close()
    await plugin[Symbol.asyncDispose]()
  })

  it('are listed with their limits', async () => {
    const { body } = await ask<object[]>('/suggested-roles')
    expect(body[0]).to.deep.equal({
      id: 'fleet.driver',
      plugin: 'fleet',
      title: 'Driver',
      description: 'Sees own vans.',
      permissions: ['fleet.vans.view'],
      limits: ['fleet_vans: only owner_id=me', 'fleet_vans: price is hidden'],
      values_needed: [],
      state: 'suggested',
    })
  })

  it('become roles of the operator once, and do not change with the plugin then', async () => {
    const { status, body } = await ask<Role>('/suggested-roles/fleet.driver/take-over', { method: 'POST' })
    expect([status, body.name, body.label]).to.deep.equal([201, 'fleet-driver', 'Driver'])
    expect((await ask<{ state: string }>('/suggested-roles/fleet.driver')).body.state).to.equal('taken-over')
    const again = await ask('/suggested-roles/fleet.driver/take-over', { method: 'POST' })
    expect([again.status, again.body.code]).to.deep.equal([422, 'validation_failed'])
  })

  it('are taken over only if their limits can be applied to the records of active plugins', async () => {
    const { status, body } = await ask('/suggested-roles/fleet.loader/take-over', { method: 'POST' })
    expect([status, body.code]).to.deep.equal([422, 'validation_failed'])
    expect(body.details?.[0]).to.include({
      pointer: '/conditions/0/where',
      message: 'These records have no field [ower_id]. Did you mean [owner_id]?',
    })
  })

  it('are unknown if no active plugin suggests them', async () => {
    const { status, body } = await ask('/suggested-roles/fleet.pilot/take-over', { method: 'POST' })
    expect([status, body.code]).to.deep.equal([404, 'record_not_found'])
    expect(body.detail).to.contain('[fleet.pilot]')
  })
})
