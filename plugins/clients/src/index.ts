import type { PluginContext, ResourceRegistry, Routes, Tools } from '@atrium/sdk'
import { clientRoutes } from './routes/client-routes.ts'
import { clientTable } from './clients/client-table.ts'
import { documentRoutes } from './routes/document-routes.ts'
import { importRoutes } from './routes/import-routes.ts'
import { handleImports } from './imports/run-import.ts'
import { recordRoutes } from './routes/record-routes.ts'
import { clientScreens } from './screens/client-screens.ts'
import { documentTypeScreens } from './screens/document-screens.ts'
import { importScreens } from './screens/import-screens.ts'
import { summaryScreen } from './screens/summary-screen.ts'
import type { Settings } from './settings.ts'

export { seed } from './seed/seed.ts'

/** What people see: the figures, the clients, what documents are asked of them, and imports. */
export function register_resources(registry: ResourceRegistry) {
  summaryScreen(registry)
  clientScreens(registry)
  documentTypeScreens(registry)
  importScreens(registry)
}

/** Where clients, and all that belongs to them, live. */
export function register_routes(routes: Routes, context: PluginContext<Settings>) {
  const clients = clientTable(context)
  clientRoutes(routes, context, clients)
  documentRoutes(routes, context, clients)
  recordRoutes(routes, context, clients)
  importRoutes(routes, context)
}

/** What agents are told about clients. */
export function register_mcp_tools(tools: Tools) {
  tools
    .operation('find_client', 'GET /clients', {
      description:
        'Find clients by any part of their name, e-mail address or phone number: `q`. Use it before you create a client or book for one. Archived clients are left out unless `archived` asks for them.',
    })
    .operation('client_record', 'GET /clients/{id}/record', {
      description:
        'Everything about one client: master data, documents and which are missing or expired, the latest events, and what other plugins know (`sections`, for example bookings). Who did not answer is in `failed_sections`.',
    })
    .operation('create_client', 'POST /clients', {
      description:
        'Create a person (`given_name`, `family_name`) or a company (`kind: company`, `company_name`). Look with find_client first whether the client is known already. Phone numbers are taken in any usual spelling.',
    })
}

/** What goes on without anybody asking. */
export function setup(context: PluginContext<Settings>) {
  handleImports(context)
}
