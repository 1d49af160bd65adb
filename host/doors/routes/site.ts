import type { DocumentAt, Site } from '../http/index.ts'
import type { Perform } from '../../core/operations/index.ts'
import { requirePermission } from '../../core/operations/index.ts'
import type { Match, Operation, Registries } from '../../core/registries/index.ts'
import { createPages } from './pages/pages.ts'
import type { PagesOptions } from './pages/pages.ts'
import { type DocumentRoute, documentRoutes } from './document-routes.ts'
import { PreparedDocuments } from './documents/prepared-documents.ts'
import { ShellDocuments } from './documents/shell-documents.ts'
import { openApiRoutes } from './open-api-routes.ts'
import { panelRoutes } from './panel-routes.ts'
import type { PluginControl } from './plugin-control.ts'
import { pluginResetRoute, pluginRoutes } from './plugin-routes.ts'
import { type MigratePlugin, pluginMigrateRoute } from './plugin-migrate-route.ts'
import type { ResetPlugin } from './plugin-routes.ts'
import { pluginSeedRoute } from './plugin-seed-route.ts'
import type { SeedPlugins } from './plugin-seed-route.ts'
import { explainMissingRoute } from './reasons/missing-routes.ts'

export interface SiteOptions extends PagesOptions {
  readonly perform: Perform
  readonly plugins: PluginControl
  /** Only in development. */
  readonly resetPlugin?: ResetPlugin | undefined
  readonly migratePlugin: MigratePlugin
  readonly seeds: SeedPlugins
  readonly development: boolean
  /** `GET /metrics`. Default: not served. */
  readonly metrics?: Operation | undefined
}

/**
 * Registers the platform’s own operations under reserved owner ids, and returns what the server serves without
 * `perform`.
 */
export function createSite(options: SiteOptions): Site {
  const { registries, perform, plugins, resetPlugin, migratePlugin, seeds, development, metrics } = options
  const documents = new ShellDocuments(registries)
  const prepared = new PreparedDocuments(registries.operations)
  const openApi = openApiRoutes(registries, options)
  const routes = [...documentRoutes(registries, documents), openApi.whole]
  publish(registries, [
    ...routes.map(({ operation }) => operation),
    ...panelRoutes({ registries, documents, perform }),
    ...pluginRoutes(registries.plugins, plugins),
    ...pluginResetRoute(registries.plugins, resetPlugin),
    ...pluginMigrateRoute(registries.plugins, migratePlugin),
    ...pluginSeedRoute(registries.plugins, { seeds, development }),
  ])

  const prepareFor =
    ({ operation, at }: DocumentRoute): DocumentAt =>
    (params) => {
      const find = at(params)
      return (caller) => {
        requirePermission(operation, caller)
        const document = find(caller)
        return document && prepared.get(document, caller)
      }
    }

  return {
    documents: new Map([...routes, openApi.ofPlugin].map((route) => [route.operation, prepareFor(route)])),
    beside: (method, path) => (path === metrics?.path ? matchGet(metrics, method) : openApi.beside(method, path)),
    explain: (method, path) => explainMissingRoute(registries, method, path),
    page: createPages(options),
  }
}

function matchGet(operation: Operation, method: string): Match {
  return method === 'GET' ? { operation, params: {} } : { allowed: ['GET'] }
}

function publish(registries: Registries, operations: readonly Operation[]): void {
  const owners = new Set(operations.map(({ owner }) => owner))
  for (const owner of owners) {
    const own = operations.filter((operation) => operation.owner === owner)
    registries.publishOperations(owner, own)
  }
}
