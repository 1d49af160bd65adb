import type { RouteDeclaration, RouteKind } from '@atrium/sdk/host'
import type { Method } from '../registries/index.ts'

const ACTION_OF_KIND: Partial<Record<RouteKind, string>> = {
  list: 'view',
  create: 'create',
  read: 'view',
  replace: 'update',
  update: 'update',
  delete: 'delete',
}

const ACTION_OF_METHOD: Record<Method, string | undefined> = {
  GET: 'view',
  POST: undefined,
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
}

/**
 * The permission that follows from method and path: GET → view, POST on the list path → create, PUT and PATCH → update, DELETE →
 * delete, `{record}/<verb>` → the verb. Undefined where nothing follows and the route has to name one (design section 3).
 */
export function derivePermission(
  owner: string,
  route: Pick<RouteDeclaration, 'method' | 'path' | 'kind'>,
): string | undefined {
  const [resource, ...rest] = route.path.split('/').filter(Boolean)
  if (resource === undefined || isParameter(resource)) return undefined
  const action = ACTION_OF_KIND[route.kind] ?? actionOf(route.method, rest)
  return action === undefined ? undefined : `${owner}.${resource}.${action}`
}

function actionOf(method: Method, rest: readonly string[]): string | undefined {
  const [record, verb] = rest
  if (method === 'GET') return 'view'
  if (record === undefined) return method === 'POST' ? 'create' : ACTION_OF_METHOD[method]
  if (!isParameter(record) || rest.length > 2) return undefined
  if (verb === undefined) return ACTION_OF_METHOD[method]
  return isParameter(verb) ? undefined : verb
}

const isParameter = (segment: string) => segment.startsWith('{')
