import type { FindMatch } from '../http/index.ts'
import { openapi } from '../../core/openapi/index.ts'
import type { Registries } from '../../core/registries/index.ts'
import { documentRoute } from './document-routes.ts'
import type { DocumentRoute } from './document-routes.ts'
import { perVersion } from './documents/shell-documents.ts'
import { PERMISSIONS } from './platform-operation.ts'
import { explainMissingRoute } from './reasons/missing-routes.ts'

/** The name is also the owner id of the complete OpenAPI document, so that its path is `/api/v1/openapi.json`. */
const NAME = 'openapi.json'
const PLUGIN_PATH = /^\/api\/v1\/([a-z][a-z0-9-]*)\/openapi\.json$/

/** The version of the API, as in its paths. */
const VERSION = '1'

export interface OpenApiRoutes {
  readonly whole: DocumentRoute
  readonly ofPlugin: DocumentRoute
  /** Matches the OpenAPI document of a plugin. Its path is below the plugin, but its operation belongs to the platform. */
  readonly beside: FindMatch
}

/** The OpenAPI documents of all operations and of one owner. Each is made on first request and kept until the registries change. */
export function openApiRoutes(
  registries: Registries,
  { basePath }: { basePath?: string | undefined } = {},
): OpenApiRoutes {
  const once = perVersion(registries)
  const { operations, plugins } = registries
  const missing = ([owner]: readonly [owner: string, path: string]) =>
    explainMissingRoute(registries, 'GET', `/api/v1/${owner}/${NAME}`)
  const whole = documentRoute([NAME, '/'], {
    summary: 'Describes all operations in OpenAPI 3.1',
    permission: PERMISSIONS.openApi,
    find: () => once('', () => openapi(operations.list(), { title: 'Atrium', version: VERSION, basePath })),
    missing,
  })
  const describePlugin = (owner: string) => {
    if (!operations.has(owner)) return undefined
    const { title = owner, version = VERSION } = plugins.get(owner) ?? {}
    return openapi(operations.list(), { title, version, owner, basePath })
  }
  const ofPlugin = documentRoute(['{plugin}', `/${NAME}`], {
    summary: 'Describes the operations of one plugin in OpenAPI 3.1',
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
