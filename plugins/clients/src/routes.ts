import type { PluginContext, Routes } from '@atrium/sdk'
import { clientRoutes } from './clients/client-routes.ts'
import { clientTable } from './clients/client-table.ts'
import { documentRoutes } from './documents/document-routes.ts'
import { importRoutes } from './imports/import-routes.ts'
import { recordRoutes } from './record/record-routes.ts'
import type { Settings } from './settings.ts'

/** Where clients, and all that belongs to them, live. */
export function register_routes(routes: Routes, context: PluginContext<Settings>) {
  const clients = clientTable(context)
  clientRoutes(routes, context, clients)
  documentRoutes(routes, context, clients)
  recordRoutes(routes, context, clients)
  importRoutes(routes, context)
}
