import type { Problem } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { startTestHost, type TestHost } from '../../host/testing/index.ts'
import { target } from '../helpers/databases.ts'
import { createPluginDirectory, packageJson, type PluginDirectory } from '../helpers/plugin-directory.ts'
import { signInPerson, type SignedInPerson } from '../helpers/sign-in-person.ts'
import type { TestSocket } from '../helpers/test-socket.ts'
import { until } from '../helpers/until.ts'
import { type Answer, type Init, read } from './template-host.ts'

const NOTIFICATIONS = '/api/v1/platform/notifications'

const ROUTES = `
import { ApiError, register_resource, table_store, Type } from '@atrium/sdk'
const Van = Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String() })
export function register_routes(routes, { db, notifications }) {
  const vans = table_store(db, 'fleet_vans', Van, { filter: ['name'] })
  routes.records('/vans/{van_id}', vans)
  routes.post('/vans/{van_id}/paint', { response: Van }, async ({ params }) => {
    if (params.van_id === '7') throw new ApiError('van_away', { status: 409, detail: 'The van is away.' })
    return vans.get(params.van_id)
  })
  routes.bulk('/vans/paint', 'POST /vans/{van_id}/paint', { summary: 'Paint vans' })
  routes.post('/many', {}, async () => {
    for (let at = 0; at < 3; at += 1)
      await vans.create_many(Array.from({ length: 167 }, (_, n) => ({ name: 'Van ' + n })))
  })
  routes.post('/tell', { permission: 'fleet.vans.tell', body: Type.Object({}, { additionalProperties: true }) }, async ({ body }) => {
    const { fails, times = 1, ...notification } = body
    for (let time = 0; time < times; time += 1)
      await notifications.send({ title: 'Van ' + time + ' is late', ...notification })
    if (fails) throw new ApiError('van_away', { status: 409, detail: 'The van is away.' })
  })
  routes.post('/settle', { permission: 'fleet.vans.tell' }, () => notifications.withdraw('van/7'))
}
export function register_resources(resources) {
  register_resource(resources, 'operations', 'fleet', (resource) =>
    resource.record(Van).id('vans').api_base('/api/v1/fleet').title('Vans').list_path('/vans').module_path('vans').record_title_attribute('name').table((table) => table.columns((column) => [column.text('name')])).infolist())
}`

const FLEET = {
  'package.json': packageJson(),
  'migrations/0001_vans.js': `
export async function up(knex) {
  await knex.schema.createTable('fleet_vans', (table) => {
    table.increments('id')
    table.text('name').notNullable().index()
    table.integer('version').notNullable()
  })
}`,
  'src/index.ts': ROUTES,
}

interface Notification {
  readonly id: number
  readonly title: string
  readonly body?: string
  readonly level: string
  readonly link?: string
  readonly source: string
  readonly source_title: string
  readonly key?: string
  readonly read_at?: string
}

/** What is sent on one host is told on the other one. On SQLite there is one host. */
const SUITES = [
  ['two hosts on postgres', 'postgres', 2],
  ['one host on sqlite3', 'sqlite3', 1],
] as const

for (const [title, name, count] of SUITES) {
  describe(`Notifications, with ${title}`, () => {
    const database = target(name)
    let plugins: PluginDirectory[]
    let hosts: TestHost[]
    let here: TestHost
    let there: TestHost
    let ada: SignedInPerson
    let bob: SignedInPerson
    let page: TestSocket

    const as = async <Body = Notification[]>(
      person: SignedInPerson,
      to: string,
      init: Init = {},
    ): Promise<Answer<Body>> => {
      const headers = { ...init.headers, authorization: '', cookie: person.cookie, 'sec-fetch-site': 'same-origin' }
      return read(await there.request(to, { ...init, headers }))
    }
    const send = async <Body = Problem>(to: string, json: object = {}, by = here): Promise<Answer<Body>> =>
      read(await by.request(to, { method: 'POST', json }))
    const tell = (notification: object, by?: TestHost) => send('/api/v1/fleet/tell', notification, by)
    const unread = async (person: SignedInPerson) => {
      const { body, headers } = await as(person, `${NOTIFICATIONS}?read_at_null=true&_end=5`)
      return { titles: body.map(({ title }) => title), total: Number(headers.get('x-total-count')) }
    }
    const news = () => page.frames.filter(({ type }) => type === 'notifications.changed').length
    const post = <Body>(person: SignedInPerson, to: string, json: object = {}) =>
      as<Body>(person, `${NOTIFICATIONS}${to}`, { method: 'POST', json })

    before('start them', async () => {
      const { url } = await database.place()
      plugins = []
      hosts = []
      for (let each = 0; each < count; each += 1) {
        const plugin = await createPluginDirectory(FLEET)
        plugins.push(plugin)
        const shared = url === undefined ? {} : { databaseUrl: url }
        hosts.push(await startTestHost({ plugins: [plugin.directory], watch: false, ...shared }))
      }
      here = hosts[0]!
      there = hosts.at(-1)!
      const permissions = ['fleet.vans.*', 'platform.plugins.view']
      ada = await signInPerson(there, { name: 'Ada', permissions })
      bob = await signInPerson(there, { name: 'Bob', permissions: ['fleet.vans.*'] })
      page = await ada.open(there.url)
      await page.ask({ type: 'subscribe', payload: {} })
    })
    beforeEach(async () => {
      for (const person of [ada, bob]) await post(person, '/read')
    })
    after(async () => {
      page.socket.terminate()
      for (const host of hosts) await host.close()
      for (const plugin of plugins) await plugin[Symbol.asyncDispose]()
    })

    it('reach their person on every host after the commit, and not after a rollback', async () => {
      const before = news()
      const refused = await tell({ to: { user: ada.id }, title: 'Never sent', fails: true })
      expect(refused.status).to.equal(409)
      expect(
        (await tell({ to: { user: ada.id }, body: 'By an hour', link: '/operations/vans/7', level: 'warning' })).status,
      ).to.equal(204)
      await until('the news', () => news() > before)
      const { body } = await as(ada, NOTIFICATIONS)
      const [{ id: _, created_at: __, ...shown }] = body as unknown as [{ id: number; created_at: string }]
      expect(shown).to.deep.equal({
        ...{ title: 'Van 0 is late', body: 'By an hour', link: '/operations/vans/7', level: 'warning' },
        ...{ source: 'fleet', source_title: 'Fleet' },
      })
      expect(body.map(({ title }) => title)).to.not.include('Never sent')
      expect(page.frames.findLast(({ type }) => type === 'notifications.changed')?.payload).to.deep.equal({})
      expect((await unread(bob)).total).to.equal(0)
    })

    it('are read, unread and deleted by their person alone, whatever others may do', async () => {
      await tell({ to: { user: ada.id } })
      const [{ id }] = (await as(ada, NOTIFICATIONS)).body as [Notification]
      for (const to of [`/${id}/read`, `/${id}/unread`]) expect((await post(bob, to)).status).to.equal(404)
      expect((await as(bob, `${NOTIFICATIONS}/${id}`, { method: 'DELETE' })).status).to.equal(404)
      const before = news()
      expect((await post<Notification>(ada, `/${id}/read`)).body.read_at).to.be.a('string')
      await until('the news for other pages', () => news() > before)
      expect((await unread(ada)).total).to.equal(0)
      await post(ada, `/${id}/unread`)
      expect((await unread(ada)).total).to.equal(1)
      await tell({ to: { user: ada.id }, title: 'Later' })
      expect((await post(ada, '/read', { until: id })).body).to.deep.equal({ changed: 1 })
      expect((await unread(ada)).titles).to.deep.equal(['Later'])
      expect((await as(ada, `${NOTIFICATIONS}/${id}`, { method: 'DELETE' })).status).to.equal(204)
      expect((await post(ada, `/${id}/read`)).status).to.equal(404)
      const program = await read<Problem>(await here.request(NOTIFICATIONS))
      expect([program.status, program.body.code]).to.deep.equal([403, 'permission_denied'])
      expect(program.body.detail).to.include('has not signed in')
    })

    it('go to those who hold a permission, a role and assigned records, but not to whoever causes them', async () => {
      const change = { method: 'PATCH', json: { attributes: { van_id: ['7'] } } }
      expect((await here.request(`/api/v1/platform/users/${bob.id}`, change)).ok).to.equal(true)
      await as(ada, '/api/v1/fleet/tell', {
        method: 'POST',
        json: { to: { permission: 'fleet.vans.view' }, title: 'To all' },
      })
      expect([(await unread(ada)).titles, (await unread(bob)).titles]).to.deep.equal([[], ['To all']])
      await tell({ to: { permission: 'fleet.vans.view', attributes: { van_id: 7 } }, title: 'Of van 7' })
      await tell({ to: { permission: 'fleet.vans.view', roles: [ada.roleId] }, title: 'For a role' })
      await tell({ to: { permission: 'platform.plugins.view', attributes: { van_id: 7 } }, title: 'For nobody' })
      expect((await unread(ada)).titles).to.deep.equal(['For a role'])
      expect((await unread(bob)).titles).to.deep.equal(['Of van 7', 'To all'])
    })

    it('replace an earlier one of the same matter, can be withdrawn, and are 100 of each plugin', async () => {
      await tell({ to: { user: ada.id }, key: 'van/7', title: 'Late' })
      await post(ada, '/read', { key: 'van/7' })
      await tell({ to: { user: ada.id }, key: 'van/7', title: 'Later' })
      expect((await unread(ada)).titles).to.deep.equal(['Later'])
      expect((await as(ada, NOTIFICATIONS)).body.map(({ title }) => title)).to.not.include('Late')
      await send('/api/v1/fleet/settle')
      expect((await unread(ada)).total).to.equal(0)
      await tell({ to: { user: bob.id }, times: 102 })
      const kept = await as(bob, `${NOTIFICATIONS}?source=fleet&_end=100`)
      expect(kept.headers.get('x-total-count')).to.equal('100')
      expect(kept.body[0]?.title).to.equal('Van 101 is late')
    })

    it('are refused with the reason if they are wrong, and found if their link or permission leads nowhere', async () => {
      const wrong = [
        { to: { user: ada.id }, link: 'https://elsewhere.example' },
        { to: { user: ada.id }, link: '//elsewhere.example' },
        { to: { user: ada.id }, title: '' },
        { to: { user: ada.id }, key: 'x'.repeat(201) },
        { to: { user: ada.id }, level: 'urgent' },
        { to: { user: ada.id, permission: 'fleet.vans.view' } },
        { to: { permission: 'fleet' } },
        {},
      ]
      for (const each of wrong) expect((await tell(each)).status, JSON.stringify(each)).to.equal(500)
      expect((await tell({ to: { user: 'nobody' } })).status).to.equal(204)
      await tell({ to: { user: ada.id }, title: 'x'.repeat(300) })
      expect((await unread(ada)).titles[0]).to.match(/^x{199}…$/)
      expect((await tell({ to: { user: ada.id }, link: '/operations/vna/7' })).status).to.equal(204)
      const findings = async () => {
        const status = await read<{ runtime?: { findings: { code: string; message: string }[] } }>(
          await here.request('/api/v1/plugins/fleet'),
        )
        return status.body.runtime?.findings ?? []
      }
      expect((await tell({ to: { permission: 'fleet.vans.veiw' } })).status).to.equal(204)
      const found = (code: string) =>
        until(`the finding ${code}`, async () => (await findings()).find((each) => each.code === code)?.message)
      expect(await found('notification_link_unknown')).to.include('[/operations/vna/7]')
      expect(await found('notification_permission_unknown')).to.include('[fleet.vans.veiw]')
      const failed = (await findings()).find(({ code }) => code === 'handler_failed')
      expect(failed?.message).to.include('requires either a person or a permission')
    })

    it('tell people how their work in the background ended, of their roles and of new browsers', async () => {
      await send('/api/v1/fleet/many')
      const begun = await as<{ id: number }>(ada, '/api/v1/fleet/vans/paint', { method: 'POST', json: { filter: '' } })
      expect(begun.status).to.equal(202)
      const key = `/api/v1/bulk/actions/${begun.body.id}`
      const ended = await until('its end', async () =>
        (await as(ada, NOTIFICATIONS)).body.find((each) => each.key === key),
      )
      expect([ended.title, ended.level, ended.link]).to.deep.equal([
        'Paint vans: 500 done, 1 refused',
        'warning',
        '/operations/vans',
      ])
      expect(ended.body).to.equal('7: The van is away.')

      const change = { method: 'PATCH', json: { roles: [] } }
      await here.request(`/api/v1/platform/users/${bob.id}`, change)
      const [told] = (await as(bob, NOTIFICATIONS)).body
      expect([told?.title, told?.body?.startsWith('Removed: r')]).to.deep.equal(['Your roles have changed', true])

      const link = await send<{ url: string }>(`/api/v1/platform/users/${bob.id}/sign-in-link`)
      const headers = { authorization: '', 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' }
      const signIn = { method: 'POST', headers, json: { token: link.body.url.split('#token=')[1] } }
      expect((await here.request('/api/v1/auth/sessions', signIn)).status).to.equal(201)
      expect((await unread(bob)).titles[0]).to.equal('New sign-in: Firefox on Windows')
    })

    it('tell operators of a plugin that does not work, and that it runs again', async () => {
      const control = async (action: string) => (await send(`/api/v1/plugins/fleet/${action}`, {}, here)).status
      const latest = async () => (await as(ada, `${NOTIFICATIONS}?source=platform`)).body[0]
      await control('deactivate')
      await plugins[0]!.write({ 'src/index.ts': 'throw new Error("no fuel")' })
      await control('activate')
      const failed = await until('the failure', async () => {
        const found = await latest()
        return found?.title === 'Fleet does not work' ? found : undefined
      })
      expect([failed.level, failed.link, failed.read_at]).to.deep.equal(['error', '/platform/plugins/fleet', undefined])
      expect((await unread(bob)).titles).to.deep.equal([])
      await plugins[0]!.write({ 'src/index.ts': ROUTES })
      await control('retry')
      await until('the recovery', async () => (await latest())?.title === 'Fleet runs again')
    })
  })
}
