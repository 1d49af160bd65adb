import { expect } from 'chai'
import type { TestHost } from '../../../host/testing/index.ts'
import { connectAgent, type ToolListing } from '../../helpers/connect-agent.ts'
import { entriesFor, randomPerson } from './random-people.ts'
import type { RandomPerson, RandomRole } from './reference.ts'
import { startLedger } from './start-ledger.ts'

const MAY = ['ledger.*', 'desk.*', 'platform.openapi.view', 'platform.shell.view']
const plain = { permissions: MAY, conditions: {}, hidden: {}, read_only: {} }

function person(number: number, roles: readonly Omit<RandomRole, 'name'>[]): RandomPerson {
  const id = `person-${number}`
  return {
    ...{ id, token: randomPerson(number).token, attributes: {} },
    roles: roles.map((role, at) => ({ ...role, name: `${id}-${at}` })),
  }
}

const LIMITED = { ...plain, hidden: { ledger_entries: ['memo'] }, read_only: { ledger_entries: ['day'] } }
const clerk = person(1, [LIMITED])
const sameRules = person(2, [LIMITED])
const free = person(3, [plain])
/** Sees the secrets of open entries. */
const partly = person(4, [
  { ...plain, hidden: { ledger_entries: ['name', 'secret'] } },
  { ...plain, conditions: { ledger_entries: [{ field: 'status', is: 'eq', values: ['open'] }] } },
])
/** Limited in another table than that of the ledger. */
const elsewhere = person(5, [{ ...plain, hidden: { desk_notes: ['text'] } }])
const people = [clerk, sameRules, free, partly, elsewhere]

describe('What describes the doors', () => {
  let host: TestHost
  before('start a host', async () => {
    host = await startLedger({ people, entries: entriesFor(people), notes: [], sqlite: 'sqlite3' })
  })
  after('close the host', () => host.close())

  const read = (path: string, { token }: Pick<RandomPerson, 'token'>) =>
    host.request(path, { headers: { authorization: `Bearer ${token}` } })
  const described = async (by: Pick<RandomPerson, 'token'>, path = '/api/v1/ledger/openapi.json') => {
    const answer = await read(path, by)
    expect(answer.status).to.equal(200)
    return { text: await answer.text(), tag: answer.headers.get('etag') }
  }
  const tools = async ({ token }: Pick<RandomPerson, 'token'>) => {
    await using agent = await connectAgent('pinned', {
      ...{ url: host.url, token },
      query: '?toolsets=ledger&output_schemas=true',
    })
    return await agent.tools()
  }
  const operator = () => ({ token: host.token })

  it('names in OpenAPI no field that is hidden, wherever it stood', async () => {
    expect((await described(operator())).text).to.match(/memo/)
    expect((await described(clerk)).text).not.to.match(/memo/)
    expect((await described(clerk, '/api/v1/openapi.json')).text).not.to.match(/memo/)
    for (const name of ['secret', 'amount', 'starts_at']) expect((await described(clerk)).text).to.include(name)
  })

  it('names in the tools of agents no field that is hidden: not in inputs, outputs, filters and descriptions', async () => {
    expect(JSON.stringify([...(await tools(operator()))])).to.match(/memo/)
    expect(JSON.stringify([...(await tools(clerk))])).not.to.match(/memo/)
    expect(JSON.stringify([...(await tools(free))])).to.equal(JSON.stringify([...(await tools(operator()))]))
  })

  it('answers by the search of tools what the list would say', async () => {
    const url = host.url
    const search = async ({ token }: Pick<RandomPerson, 'token'>) => {
      await using agent = await connectAgent('former', { url, token })
      const found = await agent.call('search_tools', { query: 'memo', limit: 20 })
      return JSON.stringify(found.structuredContent ?? found.content)
    }
    expect(await search(operator())).to.include('ledger_create_entry')
    expect(await search(clerk)).not.to.match(/ledger_|memo\\?":/)
  })

  it('offers read-only fields to be read and filtered by, but not to be set', async () => {
    const inputs = (listed: Map<string, ToolListing>, name: string) =>
      Object.keys(listed.get(name)?.inputSchema.properties ?? {})
    const listed = await tools(clerk)
    expect(inputs(listed, 'ledger_list_entries')).to.include('day_gte')
    expect(inputs(listed, 'ledger_create_entry')).to.include('amount').and.not.include('day')
    expect(inputs(listed, 'ledger_change_entry')).to.include('amount').and.not.include('day')
    expect(JSON.stringify(listed.get('ledger_get_entry')?.outputSchema)).to.include('"day"')
  })

  it('names a field that is hidden on some records as one that may be missing, and not as one to sort or filter by', async () => {
    const listed = await tools(partly)
    const { properties, required } = listed.get('ledger_get_entry')?.outputSchema as {
      properties: object
      required: string[]
    }
    expect(properties).to.include.keys('name', 'secret')
    expect(required).to.include('amount').and.not.include('name')
    const given = listed.get('ledger_list_entries')?.inputSchema.properties as Record<string, { description: string }>
    expect(given).to.include.keys('amount', 'status').and.not.have.any.keys('name', 'secret')
    expect(given._sort?.description)
      .to.include('amount')
      .and.not.match(/name|secret/)
  })

  it('is one document for all who may see the same', async () => {
    const everybody = await described(operator())
    expect(await described(free)).to.deep.equal(everybody)
    expect(await described(elsewhere)).to.deep.equal(everybody)
    expect(await described(sameRules)).to.deep.equal(await described(clerk))
    expect((await described(clerk)).tag).not.to.equal(everybody.tag)
    const again = await host.request('/api/v1/ledger/openapi.json', {
      headers: { authorization: `Bearer ${clerk.token}`, 'if-none-match': (await described(clerk)).tag ?? '' },
    })
    expect(again.status).to.equal(304)
  })
})
