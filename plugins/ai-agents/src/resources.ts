import type { ResourceRegistry } from '@atrium/sdk'
import { registerAgents } from './screens/register-agents.ts'
import { registerApprovals } from './screens/register-approvals.ts'
import { registerConversations } from './screens/register-conversations.ts'
import { registerCredentials } from './screens/register-credentials.ts'
import { registerUsage } from './screens/register-usage.ts'

/** Registers all screens of the plugin. */
export function register_resources(registry: ResourceRegistry) {
  registerConversations(registry)
  registerApprovals(registry)
  registerAgents(registry)
  registerCredentials(registry)
  registerUsage(registry)
}
