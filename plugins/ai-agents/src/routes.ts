import type { PluginContext, Routes } from '@atrium/sdk'
import { agentTable } from './agents/agent-table.ts'
import { credentialStore } from './credentials/credential-store.ts'

/** Registers all routes of the plugin. */
export function register_routes(routes: Routes, context: PluginContext) {
  routes.records('/agents/{id}', agentTable(context.db)).records('/credentials/{id}', credentialStore(context))
}
