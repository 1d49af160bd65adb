import { expect } from 'chai'
import { type FleetHost, useFleetHost } from '../../helpers/fleet-host.ts'
import { type PostgresCluster, startPostgresCluster } from '../../helpers/postgres-cluster.ts'
import { until } from '../../helpers/until.ts'

/** Its route changes the host's own connection the way a disk or an administrator would. */
const SOURCE = `
  export const register_routes = (routes, { db }) =>
    routes.post('/pragma', { permission: 'fleet.pragma.set', transaction: false }, async ({ body }) => { await db.client.raw('PRAGMA ' + body.pragma) })`
const MIGRATION = `
  export const up = (db) => db.schema.createTable('fleet_vans', (table) => void table.increments())`

const becomesActive = (fleet: FleetHost, generation: number) =>
  until('the plugin to be loaded by itself', async () => {
    const now = await fleet.status()
    return now.state === 'active' && (now.generation ?? 0) > generation ? now : undefined
  })

async function expectRecovery(
  fleet: FleetHost,
  { away, back }: { away(): Promise<unknown>; back(): Promise<unknown> },
): Promise<void> {
  await until('the first generation', async () => (await fleet.status()).state === 'active')
  await away()
  await fleet.fleet.write({ 'migrations/001_vans.ts': MIGRATION })
  const { first, generation } = await fleet.failed('database_outage')
  expect(generation, 'the former version serves on').to.equal(1)
  expect(first.fix).to.include('loads the plugin again automatically')
  await back()
  expect((await becomesActive(fleet, 1)).diagnostics).to.deep.equal([])
  const told = fleet.logged.filter(({ code }) => code === 'database_outage')
  expect(told, 'told once').to.have.lengthOf(1)
}

describe('A plugin that could not be loaded because of the database', () => {
  describe('on SQLite', () => {
    const fleet = useFleetHost({ 'src/index.ts': SOURCE }, { sqlite: 'prebuilt' })
    const pragma = (value: string) => fleet.ask('/api/v1/fleet/pragma', { method: 'POST', json: { pragma: value } })

    it('is loaded by itself when the database can be written again', () =>
      expectRecovery(fleet, { away: () => pragma('query_only = ON'), back: () => pragma('query_only = OFF') }))

    it('is loaded by itself when the database has space again', () =>
      expectRecovery(fleet, {
        away: () => pragma('max_page_count = 1'),
        back: () => pragma('max_page_count = 100000'),
      }))
  })

  describe('on PostgreSQL', () => {
    let cluster: PostgresCluster
    const fleet = useFleetHost({ 'src/index.ts': SOURCE }, async () => {
      cluster = await startPostgresCluster()
      return { databaseUrl: cluster.url }
    })
    afterEach(() => cluster.remove())

    it('is loaded by itself when the server is back', () =>
      expectRecovery(fleet, { away: () => cluster.stop(), back: () => cluster.start() }))
  })
})
