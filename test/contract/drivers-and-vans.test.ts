import { expect } from 'chai'
import { createPlatformDatabase } from '../helpers/platform-database.ts'
import { connectAgent } from '../helpers/connect-agent.ts'
import { useFleetHost } from '../helpers/fleet-host.ts'
import type { TestHostOptions } from '../../host/testing/index.ts'

const MIGRATION = `
export const up = async (db) => {
  await db.schema.createTable('fleet_vans', (table) => {
    table.increments('id')
    table.string('name').notNullable()
    table.integer('version').notNullable()
  })
  await db.schema.createTable('fleet_drivers', (table) => {
    table.increments('id')
    table.integer('van_id').notNullable().references('id').inTable('fleet_vans')
    table.integer('version').notNullable()
  })
}
`

const SOURCE = `
import { table_store, Type } from '@atrium/sdk'
const id = Type.Integer({ readOnly: true })
const Van = Type.Object({ id, name: Type.String() })
const Driver = Type.Object({ id, van_id: Type.Integer() })
export function register_routes(routes, { db }) {
  const vans = table_store(db, 'fleet_vans', Van, { sort: ['name'] })
  routes.records('/vans/{id}', vans, { description: 'Vans in service only.' })
  routes.records('/drivers/{id}', table_store(db, 'fleet_drivers', Driver, {}))
  routes.post('/vans/{id}/restore', { summary: 'Restore a van', response: Van }, ({ params }) => vans.get(params.id))
}
`

const VANS = '/api/v1/fleet/vans'

describe('A plugin with vans and their drivers', () => {
  describe('on SQLite', () => suite(() => Promise.resolve({})))
  describe('on PostgreSQL', () => suite(async () => ({ databaseUrl: await createPlatformDatabase() })))
})

function suite(options: () => Promise<TestHostOptions>): void {
  const fleet = useFleetHost({ 'migrations/0001_vans.ts': MIGRATION, 'src/index.ts': SOURCE }, options)

  it('says that a van cannot be deleted because drivers refer to it', async () => {
    const { body: van } = await fleet.ask<{ id: number }>(VANS, { method: 'POST', json: { name: 'Blue' } })
    await fleet.ask('/api/v1/fleet/drivers', { method: 'POST', json: { van_id: van.id } })
    const { status, body } = await fleet.ask(`${VANS}/${van.id}`, { method: 'DELETE' })
    expect([status, body.code, body.errors]).to.deep.equal([409, 'conflict', undefined])
    expect(body.detail).to.match(/^Other records refer to this one, so it cannot be deleted\./)
  })

  it('describes its list in the words of its author', async () => {
    const { body } = await fleet.ask<{ paths: Record<string, { get?: { description?: string } }> }>(
      '/api/v1/openapi.json',
    )
    expect(body.paths[VANS]?.get?.description).to.include('Vans in service only.')
  })

  it('has tools whose names tell the restoring of a van from the return to a version of it', async () => {
    const { url, token } = fleet.host
    await using agent = await connectAgent('auto', { url, token, query: '?toolsets=fleet' })
    const names = [...(await agent.tools()).keys()].filter((name) => name.includes('restore_van'))
    expect(names).to.deep.equal(['fleet_restore_van', 'fleet_restore_van_version'])
  })
}
