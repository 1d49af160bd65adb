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
import { sweepFiles } from './sweep-files.ts'

export { seed } from './seed/seed.ts'

/** The screens: overview, clients, document types and imports. */
export function register_resources(registry: ResourceRegistry) {
  summaryScreen(registry)
  clientScreens(registry)
  documentTypeScreens(registry)
  importScreens(registry)
}

/** The routes of clients and of everything that belongs to them. */
export function register_routes(routes: Routes, context: PluginContext<Settings>) {
  const clients = clientTable(context)
  clientRoutes(routes, context, clients)
  documentRoutes(routes, context, clients)
  recordRoutes(routes, context, clients)
  importRoutes(routes, context)
}

/** The tools for agents. All other routes become tools with the descriptions of the routes. */
export function register_mcp_tools(tools: Tools) {
  tools
    .operation('find_client', 'GET /clients', {
      description:
        'Find clients by any part of their name, e-mail address or phone number: `q`. Use it before you create a client or make a booking. Archived clients are left out unless you filter by `archived`.',
    })
    .operation('client_record', 'GET /clients/{id}/record', {
      description:
        'Everything about one client: master data, documents and which are missing or expired, the timeline, and what other plugins know (`sections`, for example bookings). Plugins that did not answer are in `failed_sections`.',
    })
    .operation('create_client', 'POST /clients', {
      description:
        'Create a person (`given_name`, `family_name`) or a company (`kind: company`, `company_name`). First check with find_client whether the client already exists. Phone numbers are accepted in any common format.',
    })
}

/** The job that runs imports, and the timer that sweeps files. */
export function setup(context: PluginContext<Settings>) {
  handleImports(context)
  sweepFiles(context)
}
