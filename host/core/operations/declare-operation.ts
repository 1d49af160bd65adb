import { record_schemas } from '@atrium/sdk'
import type { RouteDeclaration, RouteKind, Withhold } from '@atrium/sdk/host'
import { withholder } from '@atrium/sdk/host'
import type { TSchema } from 'typebox'
import type { Lease } from '../../base/lifetime/index.ts'
import type { Operation, Method, Withholding } from '../registries/index.ts'

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
 * delete, `{record}/<verb>` → the verb. Undefined where nothing follows and the route has to name one (ARCHITECTURE: Operations).
 */
function derivePermission(
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

/** What the owner adds to a route: refined schemas, the life of its generation, who leaves the audit row, what is withheld. */
export interface DeclareOptions {
  schemas?: Partial<Operation['schemas']>
  permission?: string
  lease?: Lease
  unaudited?: true
  /** Default: by the route's own schemas alone. */
  withholding?: WithholdingFor
}

/** Makes an operation of a route: its path absolute below `/api/v1/<owner>`, its permission named or derived. */
export function declareOperation(owner: string, route: RouteDeclaration, options: DeclareOptions = {}): Operation {
  const path = `/api/v1/${owner}${route.path === '/' ? '' : route.path}`
  const open = route.options.open === true
  const { withholding = withholdingOf(recordsOf([route])) } = options
  return {
    name: `${route.method} ${path}`,
    owner,
    method: route.method,
    path,
    open,
    permission: open ? undefined : (options.permission ?? route.options.permission ?? derivePermission(owner, route)),
    raw: route.options.raw === true,
    transaction: route.options.transaction ?? route.method !== 'GET',
    declaration: route,
    schemas: { ...schemasOf(route), ...options.schemas },
    withhold: withholding(route.options.response),
    ...(options.lease && { lease: options.lease }),
    ...(options.unaudited && { unaudited: true }),
  }
}

/** A change of a record is checked as a whole: what PUT would take. */
function schemasOf({ options, kind, record }: RouteDeclaration): Operation['schemas'] {
  const { params, query, body, response } = options
  const isChange = kind === 'update' || kind === 'replace'
  return {
    ...(params && { params }),
    ...(query && { query }),
    ...(body && { body: body as unknown as Operation['schemas']['body'] }),
    ...(response && { response }),
    ...(isChange && record && { record: record_schemas(record).replace }),
  } as Operation['schemas']
}

/** Makes what an owner's operations withhold, each by its response schema. */
export type WithholdingFor = (response: TSchema | undefined) => Withholding

/**
 * Works out what the operations of one owner withhold.
 * @param records the owner's record schemas: a field that one of them marks with a permission is withheld by its name wherever no
 * response schema describes it
 */
export function withholdingOf(records: readonly TSchema[]): WithholdingFor {
  const other: Withhold = withholder(undefined, records)
  return (response) => ({ answer: response === undefined ? other : withholder(response, records), other })
}

/** Every schema by which routes say what a record is. */
export const recordsOf = (routes: readonly RouteDeclaration[]): readonly TSchema[] => [
  ...new Set(routes.flatMap(({ record, options: { response } }) => record ?? response ?? [])),
]
