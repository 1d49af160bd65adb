import { emit_dashboard, type ResourceRegistry } from '@atrium/sdk'
import { API_BASE, MODULE, PANEL, WORK } from './declare.ts'

/** The chat: the first screen of the panel, and beside any other screen. */
export function registerChat(registry: ResourceRegistry) {
  emit_dashboard(
    registry,
    PANEL,
    MODULE,
    (dashboard) =>
      dashboard
        .id('agents-chat')
        .title('Chat')
        .path('chat')
        .icon('message')
        .api_base(API_BASE)
        .nav_group(WORK, 5)
        .chat('Chat', {
          namespace: 'ai-agents',
          create_agent: { label: 'New agent', path: '/agents/agents/create', permission: 'ai-agents.agents.create' },
          assistant: true,
        }),
    { hide_title: true },
  )
}
