import type { ResourceRegistry } from '@atrium/sdk'
import { registerAgents } from './screens/register-agents.ts'
import { registerCredentials } from './screens/register-credentials.ts'

/** Registers all screens of the plugin. */
export function register_resources(registry: ResourceRegistry) {
  registerAgents(registry)
  registerCredentials(registry)
}
