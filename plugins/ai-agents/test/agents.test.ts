import { expect } from 'chai'
import { type AgentsHost, fresh, openAgents, pointersOf } from './agents-host.ts'

describe('Agents', () => {
  let agents: AgentsHost
  let credential_id: number
  before(async () => {
    agents = await openAgents({ settings: { 'ai-agents': { currency: 'CHF' } } })
    credential_id = await agents.credential()
  })
  after(() => agents.host.close())

  it('load without diagnostics', async () => {
    const { body } = await agents.ask('GET', '/api/v1/plugins/ai-agents')
    expect({ state: body.state, diagnostics: body.diagnostics }).to.deep.equal({ state: 'active', diagnostics: [] })
  })

  it('have screens to list, create, view and edit', async () => {
    interface Manifest {
      screens: { kind: string; resource_id?: string }[]
    }
    const { body } = await agents.ask<Manifest>('GET', '/api/v1/panels/agents/modules/ai-agents/manifest')
    const kinds = (id: string) => body.screens.filter((each) => each.resource_id === id).map(({ kind }) => kind)
    for (const id of ['agents', 'credentials']) expect(kinds(id), id).to.deep.equal(['list', 'create', 'view', 'edit'])
  })

  it('let roles offer the permissions that only their code asks for', async () => {
    const { body } = await agents.ask<{ value: string }[]>('GET', '/api/v1/platform/choices/permissions')
    const offered = body.map(({ value }) => value)
    expect(offered).to.include('ai-agents.conversation-audit.view').and.include('ai-agents.approvals-of-others.decide')
  })

  it('show amounts in the currency of the settings', async () => {
    const page = async (id: string) => JSON.stringify((await agents.ask('GET', `/api/v1/ui/dashboards/${id}`)).body)
    const create = await page('agents-create')
    const [, form = ''] = /"form_id":"([^"]+)"/.exec(create) ?? []
    const fields = JSON.stringify((await agents.ask('GET', `/api/v1/forms/${form}`)).body)
    for (const text of [fields, await page('agents-view'), await page('agents-usage')])
      expect(new Set(text.match(/"currency":"[A-Z]+"/g)), text).to.deep.equal(new Set(['"currency":"CHF"']))
  })

  it('are created with defaults, read, replaced, changed and deleted', async () => {
    const name = fresh('Front desk')
    const made = await agents.ask('POST', '/agents', { name, credential_id, instructions: 'Be brief.' })
    expect(made.status).to.equal(201)
    expect(made.body).to.include({ name, enabled: true, max_steps: 12, four_eyes: false, approval_minutes: 60 })
    expect(made.body).to.deep.include({ tools: [], roles: [], budgets: [] })
    const path = `/agents/${made.body.id as number}`
    const tools = [
      { tool: 'booking_*', policy: 'ask' },
      { tool: 'booking_cancel_booking', policy: 'deny' },
    ]
    const patched = await agents.ask('PATCH', path, { tools, description: 'Books' })
    expect(patched.body).to.deep.include({ tools, description: 'Books' })
    const replaced = await agents.ask('PUT', path, { ...patched.body, name, four_eyes: true })
    expect(replaced.body, JSON.stringify(replaced.body)).to.deep.include({ tools, four_eyes: true })
    expect((await agents.ask('GET', path)).body).to.deep.include({ tools, four_eyes: true })
    expect((await agents.ask('DELETE', path)).body).to.include({ name })
    expect((await agents.ask('GET', path)).status).to.equal(404)
  })

  it('are not overwritten by a stale change', async () => {
    const id = await agents.agent({ credential_id })
    const { headers } = await agents.ask('GET', `/agents/${id}`)
    const tag = { 'if-match': headers.get('etag') ?? '' }
    expect((await agents.ask('PATCH', `/agents/${id}`, { max_steps: 3 }, tag)).status).to.equal(200)
    expect((await agents.ask('PATCH', `/agents/${id}`, { max_steps: 4 }, tag)).status).to.equal(412)
  })

  const refused: [string, object, string][] = [
    ['an unknown credential', { credential_id: 999_999 }, '/credential_id'],
    ['an unknown policy', { tools: [{ tool: 'a', policy: 'maybe' }] }, '/tools/0/policy'],
    ['a tool pattern with a space', { tools: [{ tool: 'a b', policy: 'ask' }] }, '/tools/0/tool'],
    ['two rules for one tool', { tools: [{ tool: 'a' }, { tool: 'a', policy: 'deny' }] }, '/tools/1/tool'],
    ['a budget without a limit', { budgets: [{ per: 'person' }] }, '/budgets/0/tokens'],
    ['a budget in money without prices', { budgets: [{ per: 'agent', cost: 100 }] }, '/budgets/0/cost'],
    ['no steps at all', { max_steps: 0 }, '/max_steps'],
    ['a temperature out of range', { temperature: 3 }, '/temperature'],
    ['an unknown member', { secret_mode: true }, ''],
  ]
  for (const [what, values, pointer] of refused) {
    it(`refuse ${what}, naming the field`, async () => {
      const { status, body } = await agents.ask('POST', '/agents', { name: fresh('Bad'), credential_id, ...values })
      expect(status, JSON.stringify(body)).to.equal(422)
      if (pointer !== '') expect(pointersOf(body)).to.include(pointer)
    })
  }

  it('are offered the tools of plugins for their rules, and the roles of the platform', async () => {
    const offered = await agents.ask<{ value: string; group: string }[]>('GET', '/tools')
    expect(offered.body.find(({ value }) => value === 'bulk_*')).to.deep.include({ group: 'Bulk' })
    expect(offered.body.filter(({ value }) => /^(ai_agents|platform)_/.test(value))).to.deep.equal([])
    const roles = await agents.ask<{ id: string; label: string }[]>('GET', '/roles?id=editor&id=viewer')
    expect(roles.body.map(({ label }) => label)).to.deep.equal(['Editor', 'Viewer'])
    const models = await agents.ask('GET', `/credentials/${credential_id}/models`)
    expect(models.body).to.deep.equal([])
  })

  it('need a model unless they are offline', async () => {
    const remote = await agents.credential({ kind: 'openai-compatible', base_url: 'https://llm.example.org/v1' })
    const without = await agents.ask('POST', '/agents', { name: fresh('Remote'), credential_id: remote })
    expect(without.status).to.equal(422)
    expect(pointersOf(without.body)).to.deep.equal(['/model'])
    await agents.agent({ credential_id: remote, model: 'small' })
  })

  it('have names of their own', async () => {
    const name = fresh('Only one')
    await agents.agent({ credential_id, name })
    expect((await agents.ask('POST', '/agents', { name, credential_id })).status).to.equal(409)
  })
})
