import { emit_dashboard, type DashboardBuilder, Type } from '@atrium/sdk'
import { CHAT_MESSAGES, Dashboard, ModuleManifest } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { Value } from 'typebox/value'
import { link } from '../../../../helpers/link.ts'

const permission = 'shop.chat.send'
const rule = { payload: Type.Object({}), permission }

/** A shop with a chat of its own, whose namespace handles these messages. */
const declared = (
  configure: (dashboard: DashboardBuilder) => unknown,
  { messages = CHAT_MESSAGES, changes = true }: { messages?: readonly string[]; changes?: boolean } = {},
) =>
  link({
    routes: (routes) => {
      routes.get('/chat/agents', { permission }, () => [])
      for (const list of ['/conversations', '/approvals'] as const) {
        routes.get(list, { permission }, () => []).get(`${list}/{id}` as const, { permission }, () => ({}))
      }
      if (!changes) return
      routes.post('/conversations', { permission }, () => ({})).delete('/conversations/{id}', { permission }, () => {})
    },
    channels: (channels) =>
      channels.namespace('shop', Object.fromEntries(messages.map((type) => [type, rule])), () => undefined),
    resources: (registry) =>
      emit_dashboard(registry, 'operations', 'shop', (dashboard) =>
        configure(dashboard.id('help').title('Help').path('help').api_base('/api/v1/shop')),
      ),
  })

const OWN = {
  ...{ kind: 'chat', id: 'help-1', title: 'Ask', namespace: 'shop', permission },
  agents_path: '/api/v1/shop/chat/agents',
  conversations_path: '/api/v1/shop/conversations',
  approvals_path: '/api/v1/shop/approvals',
}

describe('Chats of a dashboard', () => {
  it('have the paths below their namespace, and the permission of their agents, which the screen has, too', () => {
    const { dashboards, manifests, codes } = declared((dashboard) => dashboard.chat('Ask', { namespace: 'shop' }))
    expect(codes).to.deep.equal([])
    expect(dashboards[0]?.widgets).to.deep.equal([OWN])
    expect(Value.Check(Dashboard, dashboards[0])).to.equal(true)
    expect(manifests[0]?.screens[0]).to.include({ permission })
    expect(manifests[0]).not.to.have.property('assistants')
  })

  it('that are assistants stand in the manifest of their module', () => {
    const { manifests } = declared((dashboard) => dashboard.chat('Ask', { namespace: 'shop', assistant: true }))
    expect(manifests[0]?.assistants).to.deep.equal([OWN])
    expect(Value.Check(ModuleManifest, manifests[0])).to.equal(true)
  })

  it('may be those of another plugin, and name the screen that creates an agent', () => {
    const create_agent = { label: 'New agent', path: '/agents/agents/create', permission: 'ai-agents.agents.create' }
    const options = { namespace: 'ai-agents', permission: 'ai-agents.chat.send', create_agent }
    const { dashboards, codes } = declared((dashboard) => dashboard.chat('Ask', options))
    expect(codes).to.deep.equal([])
    expect(dashboards[0]?.widgets).to.deep.equal([
      {
        ...{ kind: 'chat', id: 'help-1', title: 'Ask', ...options },
        agents_path: '/api/v1/ai-agents/chat/agents',
        conversations_path: '/api/v1/ai-agents/conversations',
        approvals_path: '/api/v1/ai-agents/approvals',
      },
    ])
  })

  it('are reported if a route or a message is missing', () => {
    const chat = (dashboard: DashboardBuilder) => dashboard.chat('Ask', { namespace: 'shop' })
    const { findings } = declared(chat, { messages: CHAT_MESSAGES.slice(1), changes: false })
    expect(findings.map(({ code, message }) => `${code}: ${message}`)).to.deep.equal([
      'widget_route_missing: The chat [help-1] begins conversations with [POST /api/v1/shop/conversations], which is not declared.',
      'widget_route_missing: The chat [help-1] deletes conversations with [DELETE /api/v1/shop/conversations/{id}], which is not declared.',
      'chat_messages_missing: The chat [help-1] speaks the namespace [shop], which does not handle [chat.send].',
    ])
    const paths = { agents_path: '/chat/agents', conversations_path: '/conversations', approvals_path: '/approvals' }
    const misspelt = declared((dashboard) => dashboard.chat('Ask', { namespace: 'shpo', ...paths }))
    expect(misspelt.findings.map(({ code, fix }) => [code, fix])).to.deep.equal([
      ['chat_messages_missing', 'Did you mean [shop]? Namespaces are declared in `register_channels`.'],
    ])
  })

  it('without a namespace throw at the call', () => {
    expect(() => declared((dashboard) => dashboard.chat('Ask', {} as never))).to.throw('namespace')
  })
})
