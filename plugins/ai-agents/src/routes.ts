import { type PluginContext, type Routes, Type } from '@atrium/sdk'
import { roleStore, ToolChoice, toolChoices } from './agents/form-choices.ts'
import { agentTable } from './agents/agent-table.ts'
import { approvalRoutes } from './approvals/approval-routes.ts'
import { budgetUseStore } from './budgets/budget-use.ts'
import { readUsage, UsageStats, usageStore } from './budgets/usage.ts'
import { chatOf } from './chat/chat.ts'
import { chatRoutes } from './chat/chat-routes.ts'
import { connectorRoutes } from './connectors/connector-routes.ts'
import { oauthRoutes } from './connectors/oauth/oauth-routes.ts'
import { credentialStore, openCredential } from './credentials/credential-store.ts'
import { CredentialTest, testCredential } from './credentials/test-credential.ts'
import type { Settings } from './settings.ts'

/** Registers all routes of the plugin. */
export function register_routes(routes: Routes, context: PluginContext<Settings>) {
  const credentials = credentialStore(context)
  /** Opens a credential that the caller reaches. */
  const open = async (id: string) => openCredential((await credentials.get(id)).id, context)
  routes
    .records('/agents/{id}', agentTable(context.db))
    .records('/roles/{id}', roleStore(context))
    .get(
      '/tools',
      {
        permission: 'ai-agents.agents.view',
        summary: 'List what rules for tools can name',
        description:
          'The tools of plugins that you may use, and the accepted ones of connectors, each with the pattern for all of them.',
        response: Type.Array(ToolChoice),
      },
      () => toolChoices(context),
    )
    .records('/credentials/{id}', credentials)
    .post(
      '/credentials/{id}/test',
      {
        ...{ transaction: false, summary: 'Ask the provider whether a credential works', response: CredentialTest },
        description: 'Asks for the list of models, which costs nothing.',
      },
      async ({ params }) => testCredential(await open(params.id), context),
    )
    .get(
      '/credentials/{id}/models',
      {
        permission: 'ai-agents.credentials.test',
        summary: 'List the models that a provider offers',
        response: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
      },
      async ({ params }) => {
        const { models } = await testCredential(await open(params.id), context)
        return models.map((model) => ({ value: model, label: model }))
      },
    )
  routes
    .get(
      '/usage/stats',
      {
        permission: 'ai-agents.usage.view',
        summary: 'Get figures of the last 30 days',
        response: UsageStats,
      },
      () => readUsage(context.db),
    )
    .records('/usage/{id}', usageStore(context.db), { writes: [] })
    .records('/budgets/{id}', budgetUseStore(context), { writes: [] })
  connectorRoutes(routes, context)
  const chat = chatOf(context)
  oauthRoutes(routes, context)
  chatRoutes(routes, chat)
  approvalRoutes(routes, chat)
}
