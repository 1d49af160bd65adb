import { expect } from 'chai'
import { type AgentsHost, fresh, openAgents, pointersOf } from './agents-host.ts'

const CANARY = 'sk-canary-7c1d6f0a9b3e4d5f8a21'

describe('Credentials', () => {
  let agents: AgentsHost
  before(async () => (agents = await openAgents()))
  after(() => agents.host.close())

  const openai = (values: object = {}) => agents.credential({ name: fresh('OpenAI'), kind: 'openai', ...values })

  it('never show their key: not in answers, lists, exports, histories and the audit log', async () => {
    const made = await agents.ask('POST', '/credentials', { name: fresh('Key'), kind: 'openai', api_key: CANARY })
    expect(made.status, JSON.stringify(made.body)).to.equal(201)
    expect(made.body).to.include({ key_hint: '••••8a21' })
    const path = `/credentials/${made.body.id as number}`
    const changed = await agents.ask('PATCH', path, { api_key: `${CANARY}-second` })
    expect(changed.status, JSON.stringify(changed.body)).to.equal(200)
    const read = ['/credentials', path, `${path}/history`, '/api/v1/platform/audit', '/api/v1/plugins/ai-agents']
    const shown = [JSON.stringify([made.body, changed.body])]
    for (const each of read) {
      const { status, body } = await agents.ask<unknown>('GET', each)
      expect(status, each).to.equal(200)
      shown.push(JSON.stringify(body))
    }
    const csv = await agents.host.request('/api/v1/ai-agents/credentials', { headers: { accept: 'text/csv' } })
    shown.push(await csv.text())
    for (const text of shown) expect(text).not.to.contain('canary')
    const deleted = await agents.ask('DELETE', path)
    expect(JSON.stringify(deleted.body)).not.to.contain('canary')
  })

  it('show nothing of a short key', async () => {
    const { body } = await agents.ask('POST', '/credentials', { name: fresh('S'), kind: 'openai', api_key: 'abcd1234' })
    expect(body.key_hint).to.equal('••••')
  })

  it('keep their key when other fields change, and give it up for null', async () => {
    const base_url = 'https://llm.example.org/v1'
    const id = await agents.credential({ kind: 'openai-compatible', base_url, api_key: CANARY })
    const renamed = await agents.ask('PATCH', `/credentials/${id}`, { name: fresh('Renamed') })
    expect(renamed.body).to.include({ key_hint: '••••8a21' })
    const replaced = await agents.ask('PUT', `/credentials/${id}`, renamed.body)
    expect(replaced.body).to.include({ key_hint: '••••8a21' })
    const removed = await agents.ask('PATCH', `/credentials/${id}`, { api_key: null })
    expect(removed.status, JSON.stringify(removed.body)).to.equal(200)
    expect(removed.body).not.to.have.property('key_hint')
  })

  it('need the key again when it would be sent to another address', async () => {
    const base_url = 'https://llm.example.org/v1'
    const id = await agents.credential({ kind: 'openai-compatible', base_url, api_key: CANARY })
    const moved = { base_url: 'https://elsewhere.example.org/v1' }
    const without = await agents.ask('PATCH', `/credentials/${id}`, moved)
    expect(without.status).to.equal(422)
    expect(pointersOf(without.body)).to.deep.equal(['/api_key'])
    expect((await agents.ask('PATCH', `/credentials/${id}`, { ...moved, api_key: CANARY })).status).to.equal(200)
  })

  const refused: [string, object, string][] = [
    ['OpenAI without a key', { kind: 'openai' }, '/api_key'],
    ['Anthropic without a key', { kind: 'anthropic' }, '/api_key'],
    ['a server without an address', { kind: 'openai-compatible' }, '/base_url'],
    ['text that is not an address', { kind: 'openai-compatible', base_url: 'llm' }, '/base_url'],
    ['another protocol', { kind: 'openai-compatible', base_url: 'file:///etc/passwd' }, '/base_url'],
    ['an address with a password', { kind: 'openai-compatible', base_url: 'https://a:b@example.org' }, '/base_url'],
    ['an address for the offline provider', { kind: 'offline', base_url: 'https://example.org' }, '/base_url'],
    ['a key for the offline provider', { kind: 'offline', api_key: 'k' }, '/api_key'],
    ['a key of two lines', { kind: 'openai', api_key: 'a\nb' }, '/api_key'],
    ['an unknown kind', { kind: 'telepathy' }, '/kind'],
  ]
  for (const [what, values, pointer] of refused) {
    it(`refuse ${what}, naming the field`, async () => {
      const { status, body } = await agents.ask('POST', '/credentials', { name: fresh('Bad'), ...values })
      expect(status, JSON.stringify(body)).to.equal(422)
      expect(pointersOf(body)).to.include(pointer)
    })
  }

  it('are not deleted while agents use them, whose names the error lists', async () => {
    const credential_id = await openai({ api_key: CANARY })
    const name = fresh('User of it')
    const agent = await agents.agent({ credential_id, name, model: 'small' })
    const inUse = await agents.ask('DELETE', `/credentials/${credential_id}`)
    expect(inUse.status).to.equal(409)
    expect(inUse.body).to.include({ code: 'credential_in_use' })
    expect(inUse.body.detail).to.contain(`[${name}]`)
    await agents.ask('DELETE', `/agents/${agent}`)
    expect((await agents.ask('DELETE', `/credentials/${credential_id}`)).status).to.equal(200)
  })
})
