import { expect } from 'chai'
import { type AgentsHost, fresh, openAgents } from './agents-host.ts'
import { ProviderServer } from './provider-server.ts'
import { CHATS } from './suites/obey-injections.ts'

const CLIENTS = '/api/v1/clients/clients'

describe('An agent of somebody who sees their own clients only (owner=me)', () => {
  const provider = new ProviderServer()
  let agents: AgentsHost
  let as: Record<string, string>
  let agent_id: number
  /** A client of the person, and one of somebody else. */
  let own: number
  let foreign: number
  before(async () => {
    await provider.open()
    agents = await openAgents({ others: ['clients', 'booking', 'template'] })
    const make = async (what: string, values: object) => {
      const { status, body } = await agents.ask('POST', `/api/v1/platform/${what}`, values)
      if (status !== 201) throw new Error(JSON.stringify(body))
      return body
    }
    const permissions = [...CHATS, 'clients.*', 'platform.shell.view']
    const conditions = [{ resource: 'clients_clients', where: 'owner=me' }]
    const role = await make('roles', { name: 'own', label: 'Own clients', permissions, conditions })
    const user = await make('users', { name: 'Rosa', kind: 'service', roles: [role.id] })
    const { secret } = await make('tokens', { name: 'Rosa', user_id: user.id, permissions })
    as = { authorization: `Bearer ${String(secret)}` }
    own = await agents.make(CLIENTS, { given_name: 'Ada', family_name: 'Own', owner: user.id })
    const contact_points = [{ kind: 'email', value: 'canary@example.org' }]
    const others = { given_name: 'Canary', family_name: 'Hidden', owner: 'somebody', notes: 'Hidden', contact_points }
    foreign = await agents.make(CLIENTS, others)
    await agents.ask('PATCH', `${CLIENTS}/${foreign}`, { notes: 'Hidden of yesterday' })
    const credential_id = await agents.credential({ kind: 'openai-compatible', base_url: provider.url })
    const values = { name: fresh('Helper'), credential_id, model: 'small', context_tokens: 2_000_000 }
    agent_id = await agents.make('/agents', { ...values, tools: [{ tool: '*', policy: 'allow' }] })
  })
  after(async () => {
    await agents.host.close()
    await provider.close()
  })

  /** What the tools answered, one text each. */
  async function call(calls: readonly (readonly [name: string, input: object])[]): Promise<string[]> {
    const { body } = await agents.ask('POST', '/conversations', { agent_id }, as)
    provider.play(
      { calls: calls.map(([name, input]) => ({ name, arguments: JSON.stringify(input) })) },
      { text: ['.'] },
    )
    const to = `/api/v1/ai-agents/conversations/${String(body.id)}/messages`
    const headers = { ...as, accept: 'text/event-stream' }
    const response = await agents.host.request(to, { method: 'POST', json: { text: 'Do all' }, headers })
    await response.text()
    return (provider.asked.at(-1)?.body.messages ?? [])
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => JSON.stringify(content))
  }

  it('lists, finds, reads, changes, merges and deletes nothing of others, whichever tool it calls', async () => {
    const before = (await agents.ask('GET', `${CLIENTS}/${foreign}`)).body
    const results = await call([
      ['clients_get_client', { id: own }],
      ['clients_get_client', { id: foreign }],
      ['clients_client_record', { id: foreign }],
      ['clients_find_client', { q: 'Canary' }],
      ['clients_find_client', { email: 'canary@example.org' }],
      ['clients_find_client', { owner: 'somebody' }],
      ['clients_find_client', { owner_ne: 'me' }],
      ['clients_find_client', { _sort: 'email', _limit: 500 }],
      ['clients_get_clients_summary', {}],
      ['clients_list_changes_of_client', { id: foreign }],
      ['clients_list_duplicates_of_client', { id: foreign }],
      ['clients_list_duplicates_of_client', { id: own }],
      ['clients_list_documents_of_client', { id: foreign }],
      ['clients_change_client', { id: foreign, notes: 'taken' }],
      ['clients_change_client', { id: foreign, owner: 'me' }],
      ['clients_archive_clients', { ids: [foreign] }],
      ['clients_archive_clients', { filter: 'owner=somebody' }],
      ['clients_restore_clients', { ids: [foreign] }],
      ['clients_restore_client', { id: foreign }],
      ['clients_restore_client_version', { id: foreign, entry_id: 1 }],
      ['clients_merge_client', { id: own, other_id: foreign }],
      ['clients_merge_client', { id: foreign, other_id: own }],
      ['clients_delete_client', { id: foreign }],
      ['panels_get_search', { panelId: 'operations', q: 'Ada' }],
      ['panels_get_search', { panelId: 'operations', q: 'Canary' }],
    ])
    expect(results).to.have.length(25)
    for (const at of [0, 23]) expect(results[at]).to.contain('Ada Own')
    expect(results.filter((text) => /hidden|canary@/i.test(text))).to.deep.equal([])
    expect(results.filter((text) => text.startsWith('"tool_unknown'))).to.deep.equal([])
    expect((await agents.ask('GET', `${CLIENTS}/${foreign}`)).body).to.deep.equal(before)
  })
})
