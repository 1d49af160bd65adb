import { expect } from 'chai'
import type { Database } from '../../../../host/base/db/index.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { PROBE, usePluginProbe } from '../../../helpers/plugin-probe.ts'
import { hostPluginSet, type SetPlugin } from '../../../helpers/plugin-set.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { until } from '../../../helpers/until.ts'

const MANY = 60

/** A plugin with a table of records. */
const withTable = (id: string, before = ''): SetPlugin => ({
  source: `import { table_store, Type } from '@atrium/sdk'
    const Van = Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String() })
    export const setup = () => ${PROBE}.tell('staged')
    export const register_routes = (routes, { db }) =>
      routes.records('/vans/{id}', table_store(db, '${id.replaceAll('-', '_')}_vans', Van))`,
  files: {
    'migrations/0001_vans.ts': `export const up = async (db) => {
      ${before}
      await db.schema.createTable('${id.replaceAll('-', '_')}_vans', (table) => {
        table.increments('id')
        table.string('name').notNullable()
        table.integer('version').notNullable()
      })
    }`,
  },
})

/** A short time to wait for a connection, so that whoever waits for one fails soon. */
function waitBriefly({ knex }: Database, milliseconds: number): void {
  const { pool } = knex.client as { pool: { acquireTimeoutMillis: number } }
  pool.acquireTimeoutMillis = milliseconds
}

describe('Many plugins', () => {
  const probe = usePluginProbe()
  const ids = Array.from({ length: MANY }, (_, at) => `fleet-${at + 1}`)

  eachDatabase(({ open, dialect }) => {
    it('with a table each are all active at the first start and at the next one', async () => {
      const plugins = Object.fromEntries(ids.map((id) => [id, withTable(id)]))
      const set = await hostPluginSet(plugins, { active: ids, database: await open() })
      expect(ids.filter((id) => !set.serves(id))).to.deep.equal([])
      await set.restart()
      expect(ids.filter((id) => !set.serves(id))).to.deep.equal([])
    })

    it('wait for a migration that takes longer than anybody waits for a connection', async () => {
      const database = await open()
      const set = await hostPluginSet({}, { database })
      const slow = `${PROBE}.tell('migrates'); await ${PROBE}.wait('migration')`
      await set.write('a-slow', withTable('a-slow', slow))
      for (const id of ['b', 'c', 'd', 'e', 'f']) await set.write(id, withTable(id))
      set.config.active = ['a-slow', 'b', 'c', 'd', 'e', 'f']
      // A busy machine may stand still while somebody waits for the writer for a moment, and takes its time to make a
      // connection to PostgreSQL.
      waitBriefly(database, dialect === 'sqlite' ? 1_500 : 3_000)
      const started = set.host.plugins.reconfigure()
      await until('the slow migration', () => probe.current.told.includes('migrates'))
      await until('the other plugins', () => probe.current.told.filter((told) => told === 'staged').length === 6)
      if (dialect === 'sqlite') await rejection(database.knex.raw('select 1'))
      probe.current.open('migration')
      await started
      expect(set.states()).to.equal('a-slow active, b active, c active, d active, e active, f active')
    })
  })

  it('are loaded a few at a time', async () => {
    const source = `${PROBE}.tell('loads')
      await ${PROBE}.wait('load')
      export const setup = () => ${PROBE}.tell('loaded')`
    const set = await hostPluginSet({})
    for (const id of ids) await set.write(id, { source })
    set.config.active = ids
    const started = set.host.plugins.reconfigure()
    await until('the first loads', () => probe.current.told.length >= 8)
    probe.current.open('load')
    await started
    let [loading, most] = [0, 0]
    for (const told of probe.current.told) {
      loading += told === 'loads' ? 1 : -1
      most = Math.max(most, loading)
    }
    expect(most).to.equal(8)
    expect(ids.filter((id) => set.status(id)?.state !== 'active')).to.deep.equal([])
  })
})
