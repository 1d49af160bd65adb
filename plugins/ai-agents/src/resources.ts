import type { PluginContext, ResourceRegistry } from '@atrium/sdk'
import { registerAgents } from './screens/register-agents.ts'
import { registerApprovals } from './screens/register-approvals.ts'
import { registerChat } from './screens/register-chat.ts'
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
