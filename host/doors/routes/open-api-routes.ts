import type { FindMatch } from '../http/index.ts'
import { openapi } from '../../core/openapi/index.ts'
import type { Registries } from '../../core/registries/index.ts'
import { documentRoute } from './document-routes.ts'
import type { DocumentRoute } from './document-routes.ts'
import { perVersion } from './documents/shell-documents.ts'
import { PERMISSIONS } from './platform-operation.ts'
import { explainMissingRoute } from './reasons/missing-routes.ts'

/** The owner of the whole description is its own name, so that it lies at `/api/v1/openapi.json`. */
const NAME = 'openapi.json'
const PLUGIN_PATH = /^\/api\/v1\/([a-z][a-z0-9-]*)\/openapi\.json$/

/** The version of the interfaces as a whole, as it stands in their paths. */
const VERSION = '1'

export interface OpenApiRoutes {
  readonly whole: DocumentRoute
  readonly ofPlugin: DocumentRoute
  /** Finds the description of one plugin, whose path belongs to the plugin but whose operation to the platform. */
  readonly beside: FindMatch
}

/** The description of all operations, and of those of one owner; made when asked for and kept until the registries change. */
export function openApiRoutes(registries: Registries): OpenApiRoutes {
  const once = perVersion(registries)
  const { operations, plugins } = registries
  const missing = (owner: string) => explainMissingRoute(registries, 'GET', `/api/v1/${owner}/${NAME}`)
  const whole = documentRoute([NAME, '/'], {
    summary: 'All operations, in OpenAPI 3.1',
    permission: PERMISSIONS.openApi,
    find: () => once('', () => openapi(operations.list(), { title: 'Atrium', version: VERSION })),
    missing,
  })
  const describePlugin = (owner: string) => {
    if (!operations.has(owner)) return undefined
    const { title = owner, version = VERSION } = plugins.get(owner) ?? {}
    return openapi(operations.list(), { title, version, owner })
  }
  const ofPlugin = documentRoute(['{plugin}', `/${NAME}`], {
    summary: 'The operations of one plugin, in OpenAPI 3.1',
    permission: PERMISSIONS.openApi,
    find: (owner) => once(owner, () => describePlugin(owner)),
    missing,
  })
  const beside: FindMatch = (method, path) => {
    const [, plugin] = PLUGIN_PATH.exec(path) ?? []
    if (plugin === undefined || !operations.has(plugin)) return undefined
    return method === 'GET' ? { operation: ofPlugin.operation, params: { plugin } } : { allowed: ['GET'] }
  }
  return { whole, ofPlugin, beside }
}
