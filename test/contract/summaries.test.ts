import { expect } from 'chai'
import type { Problem } from '@atrium/sdk/documents'
import { startTestHost, type TestHost } from '../../host/testing/index.ts'
import { eachDriver } from '../helpers/databases.ts'
import { createPluginDirectory, type PluginDirectory } from '../helpers/plugin-directory.ts'

const VANS = '/api/v1/fleet/vans'

const SOURCE = `
import { array_store, table_store, Type } from '@atrium/sdk'
const Van = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String(),
  seats: Type.Optional(Type.Integer()),
  price: Type.Number(),
})
const rules = { sort: ['price'], filter: ['seats', 'name'], search: ['name'] }
export function register_routes(routes, { db }) {
  const vans = table_store(db, 'fleet_vans', Van, rules)
  routes.records('/vans/{id}', vans)
    .records('/kept/{id}', array_store([{ id: 1, name: 'Ada', seats: 3, price: 0.5 }, { id: 2, name: 'Bo', price: 1.25 }], Van, { ...rules, summarize: ['price'] }))
}`

const MIGRATION = `export const up = async (db) => {
  await db.schema.createTable('fleet_vans', (table) => {
    table.increments('id')
    table.string('name').notNullable().index()
    table.integer('seats').index()
    table.double('price').notNullable().index()
    table.integer('version').notNullable()
  })
}`

describe('The figures of a list', () => {
  eachDriver((target) => {
    let plugin: PluginDirectory
    let host: TestHost
    before(async () => {
      plugin = await createPluginDirectory({ 'src/index.ts': SOURCE, 'migrations/0001_vans.ts': MIGRATION })
      const { url, dataDir, sqlite } = await target.place()
      const database = url === undefined ? { ...(sqlite && { sqlite }) } : { databaseUrl: url }
      host = await startTestHost({ plugins: [plugin.directory], dataDir, ...database })
      for (const [name, seats, price] of [
        ['Ada', 3, 0.5],
        ['Bo', undefined, 1.25],
        ['Cy', 5, 2.25],
      ])
        await host.request(VANS, { method: 'POST', json: { name, seats, price } })
    })
    after(async () => {
      await host.close()
      await plugin[Symbol.asyncDispose]()
    })

    const ask = async (path: string) => {
      const response = await host.request(path)
      const figures = response.headers.get('x-summary')
      return {
        status: response.status,
        body: await response.json(),
        figures: figures === null ? undefined : (JSON.parse(figures) as object),
      }
    }

    it('are those of all matching records, whatever the page', async () => {
      const { body, figures } = await ask(`${VANS}?_summary=seats,price&_limit=1`)
      expect(body).to.have.length(1)
      expect(figures).to.deep.equal({
        seats: { count: 2, sum: 8, average: 4, min: 3, max: 5 },
        price: { count: 3, sum: 4, average: 4 / 3, min: 0.5, max: 2.25 },
      })
    })

    it('follow filters and searches', async () => {
      const ada = { count: 1, sum: 0.5, average: 0.5, min: 0.5, max: 0.5 }
      expect((await ask(`${VANS}?_summary=price&seats_lte=4&_limit=0`)).figures).to.deep.equal({ price: ada })
      expect((await ask(`${VANS}?_summary=price&q=ada`)).figures).to.deep.equal({ price: ada })
    })

    it('are null where nothing matches, and left out where nobody asks', async () => {
      const none = { count: 0, sum: null, average: null, min: null, max: null }
      expect((await ask(`${VANS}?_summary=seats&name=Nobody`)).figures).to.deep.equal({ seats: none })
      expect((await ask(VANS)).figures).to.equal(undefined)
    })

    it('are the same of an array, of the numbers that its store allows', async () => {
      const kept = await ask('/api/v1/fleet/kept?_summary=price&_limit=0')
      expect(kept.figures).to.deep.equal({ price: { count: 2, sum: 1.75, average: 0.875, min: 0.5, max: 1.25 } })
    })

    it('are refused for what is no number of the list, with what can be asked for', async () => {
      const refused = await ask(`${VANS}?_summary=seat`)
      expect(refused.status).to.equal(400)
      expect((refused.body as Problem).detail).to.equal(
        'This list cannot be summarized by [seat]. Did you mean [seats]? It can be summarized by seats, price.',
      )
      expect((await ask('/api/v1/fleet/kept?_summary=seats')).status).to.equal(400)
    })
  })
})
