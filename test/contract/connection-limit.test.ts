import { expect } from 'chai'
import knex, { type Knex } from 'knex'
import { startTestHost } from '../../host/testing/index.ts'
import { openDatabase } from '../../host/base/db/index.ts'
import { type HostLogger, silentLogger } from '../../host/base/log/index.ts'
import { createPluginDirectory } from '../helpers/plugin-directory.ts'
import { type PostgresCluster, startPostgresCluster } from '../helpers/postgres-cluster.ts'
import { rejection } from '../helpers/rejection.ts'
import { until } from '../helpers/until.ts'

const NOTES = `
  export const register_routes = (routes, { db }) => {
    routes.get('/now', { permission: 'fleet.now' }, async () => (await db.raw('select pg_sleep(0.05), 1 as one')).rows[0].one)
  }`

describe('A PostgreSQL server that has no free connection', () => {
  let cluster: PostgresCluster
  let admin: Knex
  let url: string
  const leave = (connections: number) => admin.raw(`alter role clerk connection limit ${connections}`)
  before('start a server', async () => {
    cluster = await startPostgresCluster()
    admin = knex({ client: 'pg', connection: cluster.url })
    await admin.raw('create role clerk login')
    await admin.raw('create database desk owner clerk')
    url = cluster.url.replace('postgres@', 'clerk@').replace(/\/postgres$/, '/desk')
  })
  after('end the server', async () => {
    await admin.destroy()
    await cluster.remove()
  })

  it('is asked again at the start of a host, which says so', async () => {
    await leave(0)
    const told: string[] = []
    const log: HostLogger = { ...silentLogger, warn: (message) => void told.push(message) }
    const opening = openDatabase({ dataDir: '', url, log })
    await until('the log', () => told.length > 0)
    await leave(-1)
    const database = await opening
    expect(await database.knex.raw('select 1')).to.have.property('rowCount', 1)
    expect(told).to.deep.equal(['the database admits no connection yet; trying again'])
    await database.close()
  })

  it('ends the start if it stays so, with an error that says what to do', async () => {
    await leave(0)
    const { message } = await rejection(openDatabase({ dataDir: '', url, patience: 0 }))
    expect(message)
      .to.match(
        /^The database \[127\.0\.0\.1:\d+\/desk\] of DATABASE_URL cannot be used: too many connections for role "clerk"\./,
      )
      .and.to.include('All its connections are in use: raise max_connections, or close other programs.')
  })

  it('but a few, is enough for a host to start and to answer many at once', async () => {
    await leave(3)
    await using fleet = await createPluginDirectory({ 'src/index.ts': NOTES })
    const host = await startTestHost({ databaseUrl: url, plugins: [fleet.directory] })
    const statuses = await Promise.all(
      Array.from({ length: 24 }, async () => (await host.request('/api/v1/fleet/now')).status),
    )
    expect(new Set(statuses)).to.deep.equal(new Set([200]))
    expect((await host.request('/readyz')).status).to.equal(200)
    await host.close()
  })
})
