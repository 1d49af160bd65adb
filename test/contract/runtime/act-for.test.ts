import type { Problem } from '@atrium/sdk/documents'
import type { OfferedTool, ToolOutcome } from '@atrium/sdk/host'
import { expect } from 'chai'
import { startTestHost, type TestHost } from '../../../host/testing/index.ts'
import { eachDatabase } from '../../helpers/databases.ts'
import { createPluginDirectory, packageJson, type PluginDirectory } from '../../helpers/plugin-directory.ts'

const SOURCE = `
import { table_store, Type } from '@atrium/sdk'
const Van = Type.Object({ id: Type.Integer({ readOnly: true }), plate: Type.String() }, { title: 'Van' })
let counted = 0
const SLOW = 'with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 1000000) select count(*) from counted'
export function register_routes(routes, { db, tools, act_for, account_of }) {
  const vans = table_store(db, 'fleet_vans', Van, { filter: ['plate'] })
  const ask = (options) => ({ permission: 'fleet.agent.use', ...options })
  const act = ({ body: { account, name, input, ...use } }) =>
    act_for(account, { agent: 'Dispatcher', conversation: 'c-1', approval: 'a-1' }, () => name ? (use.check ? tools.check(name, input) : tools.call(name, input, use)) : tools.list())
  routes
    .records('/vans/{id}', vans)
    .post('/act', ask({ transaction: false }), act)
    .post('/act-in-transaction', ask(), act)
    .post('/act-slowly', ask({ transaction: false }), ({ body: { account } }) =>
      act_for(account, { agent: 'Dispatcher' }, () => db.raw(SLOW).timeout(1)).catch(({ name, code }) => ({ name, code })))
    .get('/account', ask(), ({ caller }) => account_of(caller))
}
export function register_mcp_tools(tools) {
  tools.add('count', { description: 'Counts.', input: Type.Object({}), permission: 'fleet.vans.create' }, () => ({ counted: ++counted }))
}
`
const MIGRATION = `
export const up = (knex) => knex.schema.createTable('fleet_vans', (table) => {
  table.increments('id')
  table.text('plate').notNullable()
  table.integer('version').notNullable().defaultTo(1)
})
export const down = (knex) => knex.schema.dropTable('fleet_vans')
`
const ALL = ['fleet.vans.view', 'fleet.vans.create', 'fleet.vans.update', 'fleet.agent.use']

interface Account {
  readonly id: string
  /** As `account_of` names the token. */
  readonly account: string
  readonly token: { readonly id: string; readonly secret: string }
}

describe('A plugin that acts for people', () => {
  eachDatabase((database) => {
    let host: TestHost
    let fleet: PluginDirectory
    before(async () => {
      const declared = { 'package.json': packageJson({ atrium: { acts_for_people: true } }), 'src/index.ts': SOURCE }
      fleet = await createPluginDirectory({ ...declared, 'migrations/001_vans.ts': MIGRATION })
      const { url } = await database.place()
      host = await startTestHost({ plugins: [fleet.directory], ...(url !== undefined && { databaseUrl: url }) })
    })
    after(async () => {
      await host.close()
      await fleet[Symbol.asyncDispose]()
    })

    async function send<Body>(method: string, to: string, json?: object, secret?: string) {
      const headers: Record<string, string> = secret === undefined ? {} : { authorization: `Bearer ${secret}` }
      const response = await host.request(`/api/v1${to}`, { method, ...(json && { json }), headers })
      return { status: response.status, body: (await response.json().catch(() => undefined)) as Body }
    }
    const act = <Body = ToolOutcome>(json: object) => send<Body>('POST', '/fleet/act', json)

    let count = 0
    async function makeAccount(
      permissions: readonly string[],
      limit = permissions,
      fields: readonly object[] = [],
    ): Promise<Account> {
      const name = `Robot ${++count}`
      const role = { name: `role-${count}`, label: name, permissions, fields }
      const { body: made } = await send<{ id: string }>('POST', '/platform/roles', role)
      expect(made.id, JSON.stringify(made)).to.be.a('string')
      const user = await send<{ id: string }>('POST', '/platform/users', { name, kind: 'service', roles: [made.id] })
      expect(user.status, JSON.stringify(user.body)).to.equal(201)
      const values = { name: 'test', user_id: user.body.id, permissions: limit }
      const { body: token } = await send<Account['token']>('POST', '/platform/tokens', values)
      const { body: account } = await send<string>('GET', '/fleet/account', undefined, token.secret)
      return { id: user.body.id, account, token }
    }
    const vans = async (plate: string) => (await send<object[]>('GET', `/fleet/vans?plate=${plate}`)).body.length

    it('is offered the tools that the person may use, and never the administration', async () => {
      const { id } = await makeAccount(['fleet.vans.view', 'platform.users.view'])
      const { body: offered } = await act<OfferedTool[]>({ account: id })
      const plugins = [...new Set(offered.map(({ plugin }) => plugin))]
      expect(plugins).to.include('fleet').and.not.include('platform').and.not.include('plugins')
      expect(offered.map(({ name }) => name))
        .to.include('fleet_list_vans')
        .and.not.include('fleet_create_van')
      const list = offered.find(({ name }) => name === 'fleet_list_vans')
      expect(list).to.deep.include({ read_only: true, operation: { method: 'GET', path: '/api/v1/fleet/vans' } })
      expect(list?.input_schema).to.have.nested.property('properties.plate')
    })

    it('is offered tools that do not name the fields which the person’s roles hide', async () => {
      const permissions = ['fleet.vans.view', 'fleet.vans.create']
      const { id } = await makeAccount(permissions, permissions, [{ resource: 'fleet_vans', hidden: ['plate'] }])
      const { body: offered } = await act<OfferedTool[]>({ account: id })
      expect(offered.map(({ name }) => name)).to.include.members(['fleet_list_vans', 'fleet_create_van'])
      expect(JSON.stringify(offered)).not.to.include('plate')
    })

    it('changes what the person may change, and the audit log names the person, the agent, the conversation and the approval', async () => {
      const { id } = await makeAccount(ALL)
      const { status, body } = await act({ account: id, name: 'fleet_create_van', input: { plate: 'AUDIT' } })
      expect(status, JSON.stringify(body)).to.equal(200)
      const { body: rows } = await send<object[]>('GET', `/platform/audit?caller_id=${id}`)
      expect(rows).to.have.length(1)
      expect(rows[0]).to.deep.include({ origin: 'agent', agent: 'Dispatcher', conversation: 'c-1', approval: 'a-1' })
      expect(rows[0]).to.have.property('person', `Robot ${count} (Dispatcher)`)
    })

    it('may do nothing that the person may not do', async () => {
      const { id } = await makeAccount(['fleet.vans.view'])
      const { status, body } = await act<Problem>({ account: id, name: 'fleet_create_van', input: { plate: 'NO' } })
      expect([status, body.code]).to.deep.equal([404, 'record_not_found'])
      expect(await vans('NO')).to.equal(0)
    })

    it('is limited as the token is with which somebody asked', async () => {
      const { account, token } = await makeAccount(ALL, ['fleet.vans.view', 'fleet.agent.use'])
      const create = { account, name: 'fleet_create_van', input: { plate: 'TOKEN' } }
      expect((await act(create)).status).to.equal(404)
      expect((await act({ account, name: 'fleet_list_vans', input: {} })).status).to.equal(200)
      await send('POST', `/platform/tokens/${token.id}/revoke`)
      const refused = await act<Problem>({ account, name: 'fleet_list_vans', input: {} })
      expect([refused.status, refused.body.code]).to.deep.equal([403, 'permission_denied'])
    })

    it('is refused at once after the person was disabled', async () => {
      const { id } = await makeAccount(ALL)
      await send('POST', `/platform/users/${id}/disable`)
      expect((await act<Problem>({ account: id })).status).to.equal(403)
      expect((await act<Problem>({ account: 'nobody' })).status).to.equal(403)
    })

    it('learns that the database is too busy as callers of operations do', async () => {
      const { id: account } = await makeAccount(ALL)
      const { body } = await send('POST', '/fleet/act-slowly', { account })
      expect(body).to.deep.equal({ name: 'ApiError', code: 'database_busy' })
    })

    it('makes each change once per key, whatever the method', async () => {
      const { id: account } = await makeAccount(ALL)
      const create = { account, name: 'fleet_create_van', input: { plate: 'ONCE' }, key: 'k-1' }
      const [first, second] = [await act(create), await act(create)]
      expect(second.body).to.deep.equal(first.body)
      expect(await vans('ONCE')).to.equal(1)
      const { id } = first.body.value as { id: number }
      const rename = (plate: string, key: string) =>
        act({ account, name: 'fleet_change_van', input: { id, plate }, key })
      await rename('FIRST', 'k-2')
      await rename('SECOND', 'k-4')
      expect((await rename('FIRST', 'k-2')).body.value).to.include({ plate: 'FIRST' })
      expect([await vans('FIRST'), await vans('SECOND')]).to.deep.equal([0, 1])
      const tool = { account, name: 'fleet_count', input: {}, key: 'k-3' }
      expect((await act(tool)).body.value).to.deep.equal((await act(tool)).body.value)
      const other = await act<Problem>({ ...create, input: { plate: 'OTHER' } })
      expect([other.status, other.body.code]).to.deep.equal([422, 'idempotency_key_reused'])
    })

    it('changes no record that has changed since', async () => {
      const { id: account } = await makeAccount(ALL)
      const { body } = await act({ account, name: 'fleet_create_van', input: { plate: 'STALE' } })
      const { id } = body.value as { id: number }
      const update = { account, name: 'fleet_change_van', input: { id, plate: 'NEWER' } }
      expect((await act({ ...update, if_match: `"${id}.1"` })).status).to.equal(200)
      expect((await act<Problem>({ ...update, if_match: `"${id}.1"` })).status).to.equal(412)
    })

    it('checks the arguments of a call without making it', async () => {
      const { id: account } = await makeAccount(ALL)
      const check = { account, name: 'fleet_create_van', check: true }
      expect((await act({ ...check, input: { plate: 'CHECKED' } })).status).to.be.below(300)
      const wrong = await act<Problem>({ ...check, input: { plat: 'CHECKED' } })
      expect([wrong.status, wrong.body.code]).to.deep.equal([422, 'validation_failed'])
      expect(await vans('CHECKED')).to.equal(0)
    })

    it('calls no tool in a transaction', async () => {
      const { id: account } = await makeAccount(ALL)
      const call = { account, name: 'fleet_list_vans', input: {} }
      const { status } = await send<Problem>('POST', '/fleet/act-in-transaction', call)
      expect(status).to.equal(500)
    })
  })
})

describe('A plugin that does not say that it acts for people', () => {
  it('may not', async () => {
    await using fleet = await createPluginDirectory({
      'src/index.ts': SOURCE,
      'migrations/001_vans.ts': MIGRATION,
    })
    const host = await startTestHost({ plugins: [fleet.directory] })
    try {
      const response = await host.request('/api/v1/fleet/act', { method: 'POST', json: { account: 'cli' } })
      expect(response.status).to.equal(500)
      const { runtime } = (await (await host.request('/api/v1/plugins/fleet')).json()) as { runtime: unknown }
      expect(JSON.stringify(runtime)).to.include('acts_for_people')
    } finally {
      await host.close()
    }
  })
})
