import { expect } from 'chai'
import { startTestHost, type TestHost } from '../../host/testing/index.ts'
import { target } from '../helpers/databases.ts'
import { createPluginDirectory, packageJson, type PluginDirectory } from '../helpers/plugin-directory.ts'
import { openSocket, type TestSocket } from '../helpers/test-socket.ts'
import { until } from '../helpers/until.ts'
import { type Init, read } from './template-host.ts'

const VANS = '/api/v1/fleet/vans'
const TRIPS = '/api/v1/fleet/trips'
const SUMMARY = '/api/v1/fleet/summary'
const NOTES = '/api/v1/fleet/notes'

const FLEET = {
  'package.json': packageJson(),
  'migrations/0001_vans.js': `
export async function up(knex) {
  for (const name of ['fleet_vans', 'fleet_trips'])
    await knex.schema.createTable(name, (table) => {
      table.bigIncrements('id')
      table.text('name').notNullable()
      table.text('state').notNullable()
      table.integer('version').notNullable()
    })
}`,
  'src/index.ts': `
import { array_store, table_store, Type } from '@atrium/sdk'
const Van = Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String(), state: Type.String({ default: 'open' }) })
export function register_routes(routes, { db, contributions }) {
  routes.get('/log', {}, () => contributions('fleet.log', {}))
  const vans = table_store(db, 'fleet_vans', Van, { filter: ['name', 'state'] })
  routes.records('/vans/{van_id}', vans)
  routes.records('/trips/{trip_id}', table_store(db, 'fleet_trips', Van))
  routes.records('/notes/{note_id}', array_store([], Van))
  routes.get('/summary', {}, async () => ({ vans: (await db('fleet_vans')).length }))
  routes.post('/vans/{van_id}/paint', {}, async ({ params }) => {
    await db.raw("update fleet_vans set name = 'Painted' where id = ?", [params.van_id])
  })
  routes.post('/by-hand', { transaction: false }, async () => {
    const transaction = await db.transaction()
    await transaction('fleet_vans').insert({ name: 'By hand', state: 'open', version: 1 })
    await transaction.commit()
  })
  routes.post('/refused', {}, async () => {
    await vans.create({ name: 'Refused' })
    throw new Error('no')
  })
  routes.post('/many', {}, async () => {
    const rows = Array.from({ length: 2_000 }, (_, n) => ({ name: 'Van ' + n }))
    for (let at = 0; at < rows.length; at += 100) await vans.create_many(rows.slice(at, at + 100))
  })
}`,
}

const REPAIRS = '/api/v1/garage/repairs'
const LOG = '/api/v1/fleet/log'

/** Adds its repairs to the log of the fleet. */
const GARAGE = {
  'package.json': packageJson({
    name: '@acme/atrium-garage',
    atrium: { id: 'garage', title: 'Garage', requires: { fleet: '^1.0.0' } },
  }),
  'migrations/0001_repairs.js': `
export const up = (knex) =>
  knex.schema.createTable('garage_repairs', (table) => {
    table.bigIncrements('id')
    table.text('name').notNullable()
    table.integer('version').notNullable()
  })`,
  'src/index.ts': `
import { table_store, Type } from '@atrium/sdk'
const Repair = Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String() })
export const setup = ({ contribute, db }) =>
  void contribute('fleet.log', async () => ({ repairs: (await db('garage_repairs')).length }))
export function register_routes(routes, { db }) {
  routes.records('/repairs/{repair_id}', table_store(db, 'garage_repairs', Repair))
}`,
}

interface Made {
  readonly id: string
  readonly secret: string
}

/** What changes on one host is told on the other one. On SQLite there is one host. */
const SUITES = [
  ['two hosts on postgres', 'postgres', 2],
  ['one host on sqlite3', 'sqlite3', 1],
] as const

for (const [title, name, count] of SUITES) {
  describe(`Watched records, with ${title}`, () => {
    const database = target(name)
    let plugins: PluginDirectory[]
    let garages: PluginDirectory[]
    let hosts: TestHost[]
    let here: TestHost
    let there: TestHost
    let client: TestSocket

    const send = async <Body = { id: number }>(method: string, to: string, json?: object): Promise<Body> => {
      const init: Init = { method, ...(json && { json }) }
      const { status, body } = await read<Body>(await here.request(to, init))
      expect(status, JSON.stringify(body)).to.be.below(300)
      return body
    }
    const open = (token = there.token) =>
      openSocket(`${there.url.replace('http', 'ws')}/api/v1/ws?namespace=shell`, {
        headers: { authorization: `Bearer ${token}` },
      })
    const watch = async (paths: string[], on = client) => {
      const { type, payload } = await on.ask({ type: 'watch', payload: { paths } })
      expect(type, JSON.stringify(payload)).to.equal('watching')
    }
    const told = (on = client) => on.frames.filter(({ type }) => type === 'records.changed')
    const pathsTold = (on = client) => [...new Set(told(on).flatMap(({ payload }) => payload.paths as string[]))].sort()
    const isTold = (path: string, on = client) => until(`news of ${path}`, () => pathsTold(on).includes(path))
    /** Waits until everything so far has been told. */
    const settled = async (on = client) => {
      await watch([...pathsTold(on), TRIPS], on)
      const before = told(on).length
      await send('POST', TRIPS, { name: 'Last' })
      await until('news of the last trip', () =>
        told(on)
          .slice(before)
          .some(({ payload }) => (payload.paths as string[]).includes(TRIPS)),
      )
    }
    const makeToken = async (permissions: string[], role: object = {}) => {
      const label = `Role ${Math.random()}`
      const { id: roleId } = await send<Made>('POST', '/api/v1/platform/roles', {
        name: `r${Math.random().toString(36).slice(2)}`,
        label,
        permissions,
        ...role,
      })
      const user = await send<Made>('POST', '/api/v1/platform/users', { name: label, kind: 'service', roles: [roleId] })
      const token = await send<Made>('POST', '/api/v1/platform/tokens', {
        name: 'test',
        user_id: user.id,
        permissions,
      })
      return { roleId, secret: token.secret }
    }

    before('start them', async () => {
      const { url } = await database.place()
      plugins = []
      garages = []
      hosts = []
      for (let each = 0; each < count; each += 1) {
        const plugin = await createPluginDirectory(FLEET)
        const garage = await createPluginDirectory(GARAGE, { name: 'garage' })
        plugins.push(plugin)
        garages.push(garage)
        hosts.push(
          await startTestHost({
            plugins: [plugin.directory, garage.directory],
            watch: true,
            ...(url !== undefined && { databaseUrl: url }),
          }),
        )
      }
      here = hosts[0]!
      there = hosts.at(-1)!
    })
    beforeEach(async () => {
      client = await open()
    })
    afterEach(() => client.socket.terminate())
    after(async () => {
      for (const host of hosts) await host.close()
      for (const plugin of [...plugins, ...garages]) await plugin[Symbol.asyncDispose]()
    })

    it('are told by their paths and nothing else, whatever changed them', async () => {
      await watch([VANS, SUMMARY])
      const { id } = await send('POST', VANS, { name: 'One' })
      await isTold(VANS)
      await isTold(SUMMARY)
      expect(Object.keys(told()[0]?.payload ?? {})).to.deep.equal(['paths'])
      for (const change of [
        () => send('POST', `${VANS}/${id}/paint`),
        () => send('POST', '/api/v1/fleet/by-hand'),
        () => send('DELETE', `${VANS}/${id}`),
      ]) {
        const before = told().length
        await change()
        await until('another frame', () => told().length > before)
      }
    })

    it('are told to a client that read them before it watches them, if they have changed in between', async () => {
      const { id } = await send('POST', VANS, { name: 'One' })
      const [changed, other] = [`${VANS}/${id}`, LOG]
      const toldAfterReading = async () => {
        const late = await open()
        await watch([TRIPS], late)
        await late.ask({ type: 'watch', payload: { paths: [changed, other, TRIPS], has_read: true } })
        await send('POST', TRIPS, { name: 'Last' })
        await isTold(TRIPS, late)
        late.socket.terminate()
        return pathsTold(late).filter((path) => path !== TRIPS)
      }
      expect(await toldAfterReading(), 'while nobody watched').to.deep.equal([changed, other].sort())
      // From here on somebody watches, so that it is known what is written.
      await watch([SUMMARY])
      await until('nothing has changed', async () => (await toldAfterReading()).every((path) => path === other))
      await send('PATCH', changed, { name: 'Two' })
      expect(await toldAfterReading()).to.include(changed)
    })

    it('are told with each record of its own, and not with others', async () => {
      const one = await send('POST', VANS, { name: 'One' })
      const two = await send('POST', VANS, { name: 'Two' })
      await settled()
      await watch([`${VANS}/${one.id}`, `${VANS}/${two.id}`])
      const before = told().length
      await send('PATCH', `${VANS}/${two.id}`, { name: 'Three' })
      await isTold(`${VANS}/${two.id}`)
      expect(
        told()
          .slice(before)
          .map(({ payload }) => payload),
      ).to.deep.equal([{ paths: [`${VANS}/${two.id}`] }])
    })

    it('are not told after a rollback, or once nobody watches them', async () => {
      await watch([VANS])
      expect((await here.request('/api/v1/fleet/refused', { method: 'POST' })).status).to.equal(500)
      await settled()
      expect(pathsTold()).to.deep.equal([TRIPS])
      await watch([])
      const before = told().length
      const other = await open()
      await watch([VANS], other)
      await send('POST', VANS, { name: 'Unseen' })
      await isTold(VANS, other)
      expect(told()).to.have.length(before)
      other.socket.terminate()
    })

    it('are told in few frames while thousands are written', async () => {
      await watch([VANS, SUMMARY])
      await send('POST', '/api/v1/fleet/many')
      await settled()
      expect(told().length).to.be.below(8)
    })

    it('in memory are told with each operation of their plugin', async () => {
      await watch([NOTES])
      const response = await there.request(NOTES, { method: 'POST', json: { name: 'Note' } })
      expect(response.status).to.equal(201)
      await isTold(NOTES)
    })

    it('are told with what other plugins contribute to them, if the caller may read something of these plugins', async () => {
      const { secret } = await makeToken(['platform.shell.view', 'fleet.log.view'])
      const socket = await open(secret)
      await watch([LOG], socket)
      await watch([LOG, VANS])
      for (const round of [1, 2]) {
        const before = told().length
        await send('POST', REPAIRS, { name: `Clutch ${round}` })
        await until('news', () => told().length > before)
      }
      expect(pathsTold()).to.deep.equal([LOG])
      expect(pathsTold(socket)).to.deep.equal([])
      await send('POST', VANS, { name: 'One' })
      await isTold(LOG, socket)
      socket.socket.terminate()
    })

    it('are told only to callers who may read them, from the moment on in which that changes', async () => {
      const reader = await makeToken(['platform.shell.view', 'fleet.*'])
      const stranger = await makeToken(['platform.shell.view', 'fleet.trips.view'])
      const [may, mayNot] = [await open(reader.secret), await open(stranger.secret)]
      await watch([VANS, TRIPS], may)
      await watch([VANS, TRIPS, '/api/v1/nothing', '/api/v1/platform/users'], mayNot)
      await send('POST', VANS, { name: 'Secret' })
      await isTold(VANS, may)
      await send('POST', TRIPS, { name: 'Open' })
      await isTold(TRIPS, mayNot)
      expect(pathsTold(mayNot)).to.deep.equal([TRIPS])

      await send('PATCH', `/api/v1/platform/roles/${reader.roleId}`, {
        permissions: ['platform.shell.view', 'fleet.trips.view'],
      })
      await until(
        'less authority',
        async () =>
          (await there.request(VANS, { headers: { authorization: `Bearer ${reader.secret}` } })).status === 403,
      )
      await until('silence about vans', async () => {
        const before = told(may).length
        await send('POST', VANS, { name: 'More secret' })
        await send('POST', TRIPS, { name: 'Open' })
        await until('news', () => told(may).length > before)
        return told(may)
          .slice(before)
          .every(({ payload }) => !(payload.paths as string[]).includes(VANS))
      })
      for (const socket of [may, mayNot]) socket.socket.terminate()
    })

    it('do not tell a caller with record conditions which record has changed', async () => {
      const limited = await makeToken(['platform.shell.view', 'fleet.*'], {
        conditions: [{ resource: 'fleet_vans', where: 'state=open' }],
      })
      const one = await send('POST', VANS, { name: 'Hidden', state: 'closed' })
      const two = await send('POST', VANS, { name: 'Seen' })
      const socket = await open(limited.secret)
      await settled(socket)
      await watch([`${VANS}/${one.id}`, `${VANS}/${two.id}`], socket)
      await send('PATCH', `${VANS}/${one.id}`, { name: 'Still hidden' })
      await isTold(`${VANS}/${two.id}`, socket)
      expect(pathsTold(socket)).to.include(`${VANS}/${one.id}`)
      socket.socket.terminate()
    })

    it('are still told after a reload of their plugin', async () => {
      await watch([VANS])
      const status = async () => (await (await there.request('/api/v1/plugins/fleet')).json()) as { generation: number }
      const { generation } = await status()
      for (const plugin of plugins) await plugin.write({ 'src/index.ts': `${FLEET['src/index.ts']}\n// saved again` })
      await until('the next generation', async () => (await status()).generation > generation)
      await until('news', async () => {
        await send('POST', VANS, { name: 'After' })
        return pathsTold().includes(VANS)
      })
    })

    it('are refused unless they are paths of the API, each once', async () => {
      const odd = [
        '',
        'nonsense',
        `${there.url}${VANS}`,
        `${VANS}?state=open`,
        `${VANS}#one`,
        `${VANS}/a b`,
        '/api/v1/',
      ]
      for (const paths of [...odd.map((path) => [path]), [`${VANS}?${'x'.repeat(100_000)}`], [VANS, VANS]]) {
        const { type, payload } = await client.ask({ type: 'watch', payload: { paths } })
        expect([type, payload.code], paths.join(' ').slice(0, 80)).to.deep.equal(['error', 'validation_failed'])
      }
      await watch([`${VANS}/%ZZ`, `${VANS}/__proto__`, VANS])
      await send('POST', VANS, { name: 'Odd' })
      await isTold(VANS)
    })

    it('of badges are told only of plugins of which a caller may read something', async () => {
      const BADGES = '/api/v1/panels/operations/badges'
      const stranger = await makeToken(['platform.shell.view'])
      const socket = await open(stranger.secret)
      await watch([BADGES, '/api/v1/panels'], socket)
      await watch([BADGES])
      for (const round of [1, 2]) {
        const before = told().length
        await send('POST', VANS, { name: `Counted ${round}` })
        await until('news', () => told().length > before)
      }
      expect(pathsTold()).to.deep.equal([BADGES])
      expect(pathsTold(socket)).to.deep.equal([])
      socket.socket.terminate()
    })

    it('are limited in number', async () => {
      const paths = Array.from({ length: 101 }, (_, n) => `${VANS}/${n}`)
      const { type, payload } = await client.ask({ type: 'watch', payload: { paths } })
      expect([type, payload.code]).to.deep.equal(['error', 'validation_failed'])
    })
  })
}
