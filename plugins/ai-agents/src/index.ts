import { type PluginContext, type Tools, Type } from '@atrium/sdk'
import { UsableAgent, usableAgents } from './agents/usable-agents.ts'

export { register_channels } from './channels.ts'
export { register_resources } from './resources.ts'
export { register_routes } from './routes.ts'
export { seed } from './seed.ts'
export { setup } from './setup.ts'

/**
 * The tools of this plugin for external agents, over MCP. The agents of this plugin do not get them, so that none of them talks to itself.
 */
export function register_mcp_tools(tools: Tools, context: PluginContext) {
  tools
    .add(
      'list_usable_agents',
      {
        description: 'List the agents that you may chat with, each with its id, its name and what it is for.',
        permission: 'ai-agents.chat.send',
        read_only: true,
        input: Type.Object({}),
        output: Type.Object({ agents: Type.Array(UsableAgent) }),
      },
      async ({ caller }) => ({ agents: await usableAgents(caller, context) }),
    )
    .operation('list_approvals', 'GET /approvals', {
      description:
        'List what agents ask people to approve. `status=pending` is what waits. Deciding is for people: tell them what is asked for.',
    })
}
