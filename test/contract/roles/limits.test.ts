import { expect } from 'chai'
import type { PluginStatus } from '@atrium/sdk/documents'
import type { TestHost } from '../../../host/testing/index.ts'
import { read } from '../template-host.ts'
import { entriesFor, randomPerson } from './random-people.ts'
import type { RandomPerson } from './reference.ts'
import { startLedger } from './start-ledger.ts'

const ROLE = { label: 'Clerk', name: 'clerk', permissions: ['ledger.entries.view'] }
const TABLE = 'ledger_entries'

/** Somebody whose role names a field that the records do not have, as after a reload that took it away. */
const broken: RandomPerson = {
  ...{ id: 'person-broken', token: randomPerson(1).token, attributes: {} },
  roles: [
    {
      ...{ name: 'broken', permissions: ['ledger.entries.view'], hidden: {}, read_only: {} },
      conditions: { [TABLE]: [{ field: 'statos', is: 'eq', values: ['open'] }] },
    },
  ],
}

describe('The limits of a role', () => {
  let host: TestHost
  before('start a host', async () => {
    host = await startLedger({ people: [broken], entries: entriesFor([broken]), notes: [], sqlite: 'sqlite3' })
  })
  after('close the host', () => host.close())

  const save = async (limits: object) =>
    read<{ status: number; errors: Record<string, string> }>(
      await host.request('/api/v1/platform/roles', { method: 'POST', json: { ...ROLE, ...limits } }),
    )

  const refused: [limits: object, at: string, message: string][] = [
    [{ conditions: [{ resource: TABLE, where: 'statos=open' }] }, 'conditions.0.where', 'Did you mean [status]?'],
    [{ conditions: [{ resource: TABLE, where: 'place_id=here' }] }, 'conditions.0.where', 'must be a whole number'],
    [{ conditions: [{ resource: TABLE, where: 'owner=me' }] }, 'conditions.0.where', 'no field [owner]'],
    [{ conditions: [{ resource: TABLE, where: 'status=open&_sort=name' }] }, 'conditions.0.where', '_sort'],
    [{ fields: [{ resource: TABLE, hidden: ['secrets'] }] }, 'fields.0.hidden', 'Did you mean [secret]?'],
    [{ fields: [{ resource: TABLE, read_only: ['id'] }] }, 'fields.0.read_only', '[id]'],
    [{ conditions: [{ resource: 'ledger.entries', where: 'id=1' }] }, 'conditions.0.resource', '[ledger_entries]'],
    [{ conditions: [{ resource: 'entries', where: 'owner_id=me' }] }, 'conditions.0.resource', 'no records [entries]'],
    [{ fields: [{ resource: 'ledger_entris', hidden: ['secret'] }] }, 'fields.0.resource', '[ledger_entries]'],
    [{ conditions: [{ resource: 'ledgr_entries', where: 'id=1' }] }, 'conditions.0.resource', '[ledger_entries]'],
    [{ fields: [{ resource: 'ledgers_entris', hidden: ['secret'] }] }, 'fields.0.resource', '[ledger_entries]'],
    [{ fields: [{ resource: 'ledger', hidden: ['secret'] }] }, 'fields.0.resource', '/api/v1/platform/record-types'],
  ]
  for (const [limits, at, message] of refused) {
    it(`are refused at the wrong value: ${JSON.stringify(limits)}`, async () => {
      const { status, body } = await save(limits)
      expect(status).to.equal(422)
      expect(body.errors[at], JSON.stringify(body)).to.include(message)
    })
  }

  it('may name the values of a person, and tables of plugins that are not there', async () => {
    const conditions = [
      { resource: TABLE, where: 'owner_id=me&place_id=mine' },
      { resource: 'gone_things', where: 'colour=red' },
    ]
    expect((await save({ conditions })).status).to.equal(201)
  })

  it('reach nothing if they cannot be applied any more, and the plugin’s status says so', async () => {
    const headers = { authorization: `Bearer ${broken.token}` }
    const { status, body } = await read(await host.request('/api/v1/ledger/entries', { headers }))
    expect([status, body]).to.deep.equal([200, []])
    const plugin = await read<PluginStatus>(await host.request('/api/v1/plugins/ledger'))
    const [finding] = plugin.body.runtime?.findings ?? []
    expect(finding).to.include({ code: 'condition_broken', work: `condition on ${TABLE}` })
    expect(finding?.message).to.include('[statos=open]').and.include('Did you mean [status]?')
  })
})
