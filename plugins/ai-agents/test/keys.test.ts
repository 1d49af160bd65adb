import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { type AgentsHost, openAgents } from './agents-host.ts'
import { sendOver } from './chat-client.ts'

/** Where nobody answers. */
const NOBODY = 'http://127.0.0.1:9/v1'

describe('Secrets that were sealed with a key that this host does not have', () => {
  let dataDir: string
  let agents: AgentsHost
  let credential: number
  let connector: number
  let conversation: string
  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'atrium-keys-'))
    const former = await openAgents({ dataDir, secretKeys: [randomBytes(32)] })
    credential = await former.credential({
      kind: 'openai-compatible',
      base_url: NOBODY,
      api_key: 'sk-canary-4f5a6b7c8d9e0f1a',
    })
    const values = { title: 'CRM', prefix: 'crm', url: 'https://crm.example.org/mcp', auth: 'bearer' }
    connector = await former.make('/connectors', { ...values, secret: 'canary-token-7c1d6f0a9b3e4d5f8a21' })
    const agent_id = await former.agent({ credential_id: credential, model: 'small' })
    conversation = (await former.ask('POST', '/conversations', { agent_id })).body.id as string
    await former.host.close()
    agents = await openAgents({ dataDir, secretKeys: [randomBytes(32)] })
  })
  after(async () => {
    await agents.host.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const NAMES_KEY =
    /sealed with the key \[[\w-]{8}\], which this host does not have\. Append that key to ATRIUM_SECRET_KEY/

  for (const [what, to] of [
    ['a credential', () => `/credentials/${credential}/test`],
    ['a connector', () => `/connectors/${connector}/refresh`],
  ] as const)
    it(`of ${what} are told as such, with the key, and the system is not blamed`, async () => {
      const { status, body } = await agents.ask('POST', to())
      expect([status, body.code], JSON.stringify(body)).to.deep.equal([503, 'secret_key_unknown'])
      expect(body.detail).to.match(NAMES_KEY)
    })

  it('end an answer with an error that names the key', async () => {
    const frames = await sendOver(agents, conversation, 'Hello')
    const { type, payload } = frames.at(-1) ?? {}
    expect([type, payload?.code]).to.deep.equal(['chat.error', 'secret_key_unknown'])
    expect(payload?.detail).to.match(NAMES_KEY)
  })

  it('can be entered again', async () => {
    const { status } = await agents.ask('PATCH', `/credentials/${credential}`, { api_key: 'sk-canary-00000000000000' })
    expect(status).to.equal(200)
    const { body } = await agents.ask('POST', `/credentials/${credential}/test`)
    expect(body.code).to.equal('provider_unreachable')
  })
})
