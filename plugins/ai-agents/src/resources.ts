import { emit_dashboard, type PluginContext, type ResourceRegistry } from '@atrium/sdk'
import { API_BASE, MODULE, PANEL, WORK } from './screens/declare.ts'
import { registerAgents } from './screens/register-agents.ts'
import { registerApprovals } from './screens/register-approvals.ts'
import { registerConnectorTools } from './screens/register-connector-tools.ts'
import { registerConnectors } from './screens/register-connectors.ts'
import { registerConversations } from './screens/register-conversations.ts'
import { registerCredentials } from './screens/register-credentials.ts'
import { registerUsage } from './screens/register-usage.ts'
import type { Settings } from './settings.ts'

/** Registers all screens of the plugin. */
export function register_resources(registry: ResourceRegistry, { settings }: PluginContext<Settings>) {
  registerChat(registry)
  registerConversations(registry)
  registerApprovals(registry)
  registerAgents(registry, settings)
  registerConnectors(registry)
  registerConnectorTools(registry)
  registerCredentials(registry)
  registerUsage(registry, settings)
}

/** The chat: the first screen of the panel, and beside any other screen. */
function registerChat(registry: ResourceRegistry) {
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
