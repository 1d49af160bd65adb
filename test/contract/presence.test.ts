import { expect } from 'chai'
import { Client } from 'pg'
import { startTestHost, type TestHost } from '../../host/testing/index.ts'
import { target } from '../helpers/databases.ts'
import { createPluginDirectory, packageJson, type PluginDirectory } from '../helpers/plugin-directory.ts'
import { type SignedInPerson, signInPerson } from '../helpers/sign-in-person.ts'
import { startSilentProxy } from '../helpers/silent-proxy.ts'
import { openSocket, type TestSocket } from '../helpers/test-socket.ts'
import { until } from '../helpers/until.ts'

const VANS = '/api/v1/fleet/vans'
const MAY = ['platform.shell.view', 'fleet.*']

const FLEET = {
  'package.json': packageJson(),
  'migrations/0001_vans.js': `
export async function up(knex) {
  await knex.schema.createTable('fleet_vans', (table) => {
    table.bigIncrements('id')
    table.text('name').notNullable()
    table.text('state').notNullable()
    table.integer('version').notNullable()
  })
}`,
  'src/index.ts': `
import { table_store, Type } from '@atrium/sdk'
const Van = Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String(), state: Type.String({ default: 'open' }) })
export function register_routes(routes, { db }) {
  routes.records('/vans/{van_id}', table_store(db, 'fleet_vans', Van, { filter: ['state'] }))
  routes.get('/summary', {}, async () => ({}))
}`,
}

interface Told {
  readonly path: string
  readonly people: readonly { readonly name: string; readonly editing: boolean }[]
  readonly more: number
}

const SUITES = [
  ['two hosts on postgres', 'postgres', 2],
  ['one host on sqlite3', 'sqlite3', 1],
] as const

for (const [title, database, count] of SUITES) {
  describe(`Who else has a record open, with ${title}`, () => {
    const place = target(database)
    let plugins: PluginDirectory[]
    let hosts: TestHost[]
    let here: TestHost
    let there: TestHost
    let ada: SignedInPerson
    let ben: SignedInPerson
    let sockets: TestSocket[]
    let van: string
    let databaseUrl: string

    const kept = (socket: TestSocket) => {
      sockets.push(socket)
      return socket
    }
    const open = async (person: SignedInPerson, host = here) => kept(await person.open(host.url))
    const openToken = async (token: string, host = here) =>
      kept(
        await openSocket(`${host.url.replace('http', 'ws')}/api/v1/ws?namespace=shell`, {
          headers: { authorization: `Bearer ${token}` },
        }),
      )
    const attend = async (socket: TestSocket, payload: object = { path: van }) => {
      const answer = await socket.ask({ type: 'attend', payload })
      expect(answer.type, JSON.stringify(answer.payload)).to.equal('attending')
    }
    const frames = (socket: TestSocket) => socket.frames.filter(({ type }) => type === 'presence.changed')
    const told = (socket: TestSocket) => frames(socket).at(-1)?.payload as Told | undefined
    /** `Ada Lovelace, Ben Okri (editing), +3` */
    const seen = (socket: TestSocket) => {
      const { people = [], more = 0 } = told(socket) ?? {}
      const names = people.map(({ name, editing }) => (editing ? `${name} (editing)` : name))
      return [...names, ...(more > 0 ? [`+${more}`] : [])].join(', ')
    }
    const sees = (socket: TestSocket, expected: string) =>
      until(`[${expected}] instead of [${seen(socket)}]`, () => seen(socket) === expected)
    const send = async (method: string, path: string, json?: object) => {
      const response = await here.request(path, { method, ...(json && { json }) })
      expect(response.status, `${method} ${path}`).to.be.below(300)
      return (await response.json()) as { id: number; total: number; secret: string }
    }
    const park = async (state = 'open') => `${VANS}/${(await send('POST', VANS, { name: 'One', state })).id}`
    const sign = (name: string, permissions = MAY, role = {}) => signInPerson(here, { name, permissions, role })

    before('start them', async () => {
      const { url } = await place.place()
      databaseUrl = url ?? ''
      plugins = []
      hosts = []
      for (let each = 0; each < count; each += 1) {
        const plugin = await createPluginDirectory(FLEET)
        plugins.push(plugin)
        const shared = url !== undefined && { databaseUrl: url }
        hosts.push(await startTestHost({ plugins: [plugin.directory], ...shared }))
      }
      here = hosts[0]!
      there = hosts.at(-1)!
      ada = await sign('Ada Lovelace')
      ben = await sign('Ben Okri')
    })
    beforeEach(async () => {
      sockets = []
      van = await park()
    })
    afterEach(() => sockets.forEach(({ socket }) => socket.terminate()))
    after(async () => {
      for (const host of hosts) await host.close()
      for (const plugin of plugins) await plugin[Symbol.asyncDispose]()
    })

    it('is told by name to both, with who is editing, until they leave', async () => {
      const [one, two] = [await open(ada), await open(ben, there)]
      await attend(one)
      await attend(two)
      await sees(one, 'Ben Okri')
      await sees(two, 'Ada Lovelace')
      expect(told(one)).to.deep.equal({ path: van, people: [{ name: 'Ben Okri', editing: false }], more: 0 })
      await attend(two, { path: van, editing: true })
      await sees(one, 'Ben Okri (editing)')
      await attend(two, { path: van })
      await sees(one, 'Ben Okri')
      await attend(two, { path: await park() })
      await sees(one, '')
      await attend(two)
      await sees(one, 'Ben Okri')
      await attend(two, {})
      await sees(one, '')
    })

    it('counts nobody twice, and nobody as another to themselves', async () => {
      const [first, second, other] = [await open(ada), await open(ada, there), await open(ben)]
      await attend(first)
      await attend(second, { path: van, editing: true })
      await attend(other)
      await sees(other, 'Ada Lovelace (editing)')
      await sees(first, 'Ben Okri')
      await sees(second, 'Ben Okri')
      second.socket.terminate()
      await sees(other, 'Ada Lovelace')
      first.socket.terminate()
      await sees(other, '')
      expect(frames(other).every(({ payload }) => (payload as unknown as Told).people.length < 2)).to.equal(true)
    })

    it('is forgotten within seconds when a connection dies without a word, and known again when it is back', async () => {
      const proxy = await startSilentProxy(there.url)
      const one = await open(ada)
      const lost = kept(await ben.open(proxy.urlOf(there.url).replace(/\/$/, '')))
      await attend(one)
      await attend(lost)
      await sees(one, 'Ben Okri')
      expect(proxy.silence('/api/v1/ws')).to.equal(1)
      await sees(one, '')
      const back = await open(ben, there)
      await attend(back)
      await sees(one, 'Ben Okri')
      await sees(back, 'Ada Lovelace')
      await proxy.close()
    })

    if (database === 'postgres')
      it('is asked for again after hosts could not hear each other', async () => {
        const [one, two] = [await open(ada), await open(ben, there)]
        await deafen(databaseUrl)
        await attend(one)
        await attend(two)
        await sees(one, 'Ben Okri')
        await sees(two, 'Ada Lovelace')
      })

    it('is told to programs only if they ask, and never shows them', async () => {
      const [asks, silent] = [await openToken(there.token, there), await openToken(there.token)]
      await attend(asks)
      await silent.ask({ type: 'watch', payload: { paths: [van] } })
      const one = await open(ada)
      await attend(one)
      await sees(asks, 'Ada Lovelace')
      const two = await open(ben)
      await attend(two)
      await sees(one, 'Ben Okri')
      await sees(asks, 'Ada Lovelace, Ben Okri')
      expect(frames(silent)).to.deep.equal([])
    })

    it('is told only of records that the caller may read, and to nobody else', async () => {
      const stranger = await sign('Eve', ['platform.shell.view'])
      const limited = await sign('Lim', MAY, { conditions: [{ resource: 'fleet_vans', where: 'state=open' }] })
      const closed = await park('closed')
      const one = await open(ada)
      await attend(one, { path: closed })
      for (const [person, code] of [
        [stranger, 'permission_denied'],
        [limited, 'record_not_found'],
      ] as const) {
        const socket = await open(person, there)
        const { type, payload } = await socket.ask({ type: 'attend', payload: { path: closed } })
        expect([type, payload.code]).to.deep.equal(['error', code])
        const two = await open(ben)
        await attend(two, { path: closed })
        await sees(one, 'Ben Okri')
        two.socket.terminate()
        await sees(one, '')
        expect(frames(socket)).to.deep.equal([])
      }
    })

    it('ends with the right to read the record', async () => {
      const limited = await sign('Lim', MAY, { conditions: [{ resource: 'fleet_vans', where: 'state=open' }] })
      const [one, two, eyes] = [await open(ada), await open(limited, there), await open(ben)]
      await attend(one)
      await attend(two)
      await sees(one, 'Lim')
      await sees(two, 'Ada Lovelace')
      await send('PATCH', van, { state: 'closed' })
      await attend(eyes)
      await sees(one, 'Ben Okri')
      await sees(two, '')
      await send('PATCH', van, { state: 'open' })
      await attend(eyes, { path: van, editing: true })
      await sees(one, 'Ben Okri (editing), Lim')
      await sees(two, 'Ben Okri (editing), Ada Lovelace')
      await send('PATCH', `/api/v1/platform/roles/${limited.roleId}`, { permissions: ['platform.shell.view'] })
      await sees(one, 'Ben Okri (editing)')
      await sees(two, '')
    })

    it('names five people of many, and counts the others', async () => {
      const many: TestSocket[] = []
      for (let n = 0; n < 7; n += 1) many.push(await open(await sign(`Person ${n}`), n % 2 === 0 ? here : there))
      const one = await open(ada)
      for (const socket of [one, ...many]) await attend(socket)
      await sees(one, `${names(5)}, +2`)
      await sees(many[6]!, `Ada Lovelace, ${names(4)}, +2`)
      await attend(many[6]!, { path: van, editing: true })
      await sees(one, `Person 6 (editing), ${names(4)}, +2`)
      for (const { socket } of many) socket.terminate()
      await sees(one, '')
    })

    it('is told in few frames, however often it changes', async () => {
      const [one, two] = [await open(ada), await open(ben, there)]
      await attend(one)
      await attend(two)
      await sees(one, 'Ben Okri')
      for (let n = 0; n < 90; n += 1) two.send({ type: 'attend', payload: { path: van, editing: n % 2 === 0 } })
      await attend(two, { path: van, editing: true })
      await sees(one, 'Ben Okri (editing)')
      expect(frames(one).length).to.be.below(40)
    })

    it('is refused for what is not the path of a record', async () => {
      const one = await open(ada)
      for (const [path, code] of [
        [VANS, 'route_not_found'],
        ['/api/v1/fleet/summary', 'route_not_found'],
        ['/api/v1/nothing/7', 'route_not_found'],
        [`${VANS}/999999`, 'record_not_found'],
        [`${VANS}/a b`, 'validation_failed'],
        [`${van}?x=1`, 'validation_failed'],
      ] as const) {
        const { type, payload } = await one.ask({ type: 'attend', payload: { path } })
        expect([type, payload.code], path).to.deep.equal(['error', code])
      }
    })

    it('leaves no row in the audit log', async () => {
      const audit = async () =>
        (await here.request('/api/v1/platform/audit?_limit=1')).headers.get('x-total-count') ?? 'none'
      const before = await audit()
      const [one, two] = [await open(ada), await open(ben, there)]
      await attend(one)
      await attend(two, { path: van, editing: true })
      await sees(one, 'Ben Okri (editing)')
      two.socket.terminate()
      await sees(one, '')
      expect(await audit())
        .to.equal(before)
        .and.not.to.equal('none')
    })
  })
}

const names = (count: number) => Array.from({ length: count }, (_, n) => `Person ${n}`).join(', ')

/** Ends the connections on which hosts listen to each other. They open others half a second later. */
async function deafen(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const listeners = `datname = current_database() and (query ilike 'listen %' or query = 'select 1') and pid <> pg_backend_pid()`
  const { rowCount } = await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${listeners}`)
  await client.end()
  expect(rowCount).to.be.at.least(2)
}
