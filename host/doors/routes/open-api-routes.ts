import type { Caller } from '@atrium/sdk'
import { fieldRulesOf } from '../../core/auth/index.ts'
import type { FindMatch } from '../http/index.ts'
import { openapi, operationShownTo } from '../../core/openapi/index.ts'
import type { Operation, Registries } from '../../core/registries/index.ts'
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

/** Few different sets of hidden fields exist. */
const MOST_VARIANTS = 16

export interface OpenApiRoutes {
  readonly whole: DocumentRoute
  readonly ofPlugin: DocumentRoute
  /** Matches the OpenAPI document of a plugin. Its path is below the plugin, but its operation belongs to the platform. */
  readonly beside: FindMatch
}

interface Described<Made> {
  readonly name: string
  readonly everybody: () => Made
  readonly describe: (shown: readonly Operation[]) => Made
}

/**
 * The OpenAPI documents of all operations and of one owner. Each is made on first request and cached until the registries change. Callers
 * whose roles hide fields get documents without them, one for all with the same rules.
 */
export function openApiRoutes(
  registries: Registries,
  { basePath }: { basePath?: string | undefined } = {},
): OpenApiRoutes {
  const once = perVersion(registries)
  const onceFor = perVersion(registries, { most: MOST_VARIANTS })
  const { operations, plugins } = registries
  const missing = ([owner]: readonly [owner: string, path: string]) =>
    explainMissingRoute(registries, 'GET', `/api/v1/${owner}/${NAME}`)

  const describeAll = (shown = operations.list()) => openapi(shown, { title: 'Atrium', version: VERSION, basePath })
  const describePlugin = (owner: string, shown = operations.list()) => {
    if (!operations.has(owner)) return undefined
    const { title = owner, version = VERSION } = plugins.get(owner) ?? {}
    return openapi(shown, { title, version, owner, basePath })
  }
  /** Everybody's shared document if the caller's roles hide nothing in it. */
  const describeFor = <Made extends object | undefined>(
    caller: Caller,
    { name, everybody, describe }: Described<Made>,
  ) =>
    onceFor(`${name} ${fieldRulesOf(caller)}`, () => {
      const all = operations.list()
      const shown = all.map((operation) => operationShownTo(operation, caller))
      return shown.every((operation, at) => operation === all[at]) ? everybody() : describe(shown)
    })

  const everything = () => once('', () => describeAll())
  const whole = documentRoute([NAME, '/'], {
    summary: 'Describes all operations in OpenAPI 3.1',
    permission: PERMISSIONS.openApi,
    find: everything,
    findFor: (caller) => describeFor(caller, { name: '', everybody: everything, describe: describeAll }),
    missing,
  })
  const everythingOf = (owner: string) => once(owner, () => describePlugin(owner))
  const ofPlugin = documentRoute(['{plugin}', `/${NAME}`], {
    summary: 'Describes the operations of one plugin in OpenAPI 3.1',
    permission: PERMISSIONS.openApi,
    find: everythingOf,
    findFor: (caller, owner) =>
      describeFor(caller, {
        ...{ name: owner, everybody: () => everythingOf(owner) },
        describe: (shown) => describePlugin(owner, shown),
      }),
    missing,
  })
  const beside: FindMatch = (method, path) => {
    const [, plugin] = PLUGIN_PATH.exec(path) ?? []
    if (plugin === undefined || !operations.has(plugin)) return undefined
    return method === 'GET' ? { operation: ofPlugin.operation, params: { plugin } } : { allowed: ['GET'] }
  }
  return { whole, ofPlugin, beside }
}
