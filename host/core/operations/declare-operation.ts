import { record_schemas, Type } from '@atrium/sdk'
import type { RouteDeclaration, RouteKind, Withhold } from '@atrium/sdk/host'
import { BulkAction, withholder } from '@atrium/sdk/host'
import type { TSchema } from 'typebox'
import type { Lease } from '../../base/lifetime/index.ts'
import type { Operation, Method, Withholding } from '../registries/index.ts'
import { secretsOf } from './outcome.ts'

/**
 * The owner's additions to a route: refined schemas, the lease of its generation, whether it writes its own audit row, and which fields are
 * withheld.
 */
export interface DeclareOptions {
  schemas?: Partial<Operation['schemas']>
  permission?: string
  lease?: Lease
  unaudited?: true
  /** Writes an audit row for each 401 too. Used for signing in. */
  auditsRefusals?: boolean
  /** Default: based on the route’s own schemas alone. */
  withholding?: WithholdingFor
}

/** The name of the operation that a route of an owner becomes: `POST /vans` → `POST /api/v1/fleet/vans`. */
export const operationName = (owner: string, route: string): string => route.replace(' ', ` /api/v1/${owner}`)

/**
 * Makes an operation from a route. The path becomes absolute below `/api/v1/<owner>`; the permission is the declared or
 * the derived one.
 */
export function declareOperation(owner: string, route: RouteDeclaration, options: DeclareOptions = {}): Operation {
  const path = `/api/v1/${owner}${route.path === '/' ? '' : route.path}`
  const open = route.options.open === true
  const { withholding = withholdingOf(recordsOf([route])) } = options
  const reads = route.method === 'GET' || route.options.read_only === true
  const schemas = { ...schemasOf(route), ...options.schemas }
  return {
    name: `${route.method} ${path}`,
    owner,
    method: route.method,
    path,
    open,
    permission: open ? undefined : (options.permission ?? route.options.permission ?? derivePermission(owner, route)),
    raw: route.options.raw === true,
    reads,
    transaction: route.options.transaction ?? !reads,
    declaration: route,
    schemas,
    withhold: withholding(route.options.response),
    ...(secretsOf(schemas.response).length > 0 && { secret: true }),
    ...(options.lease && { lease: options.lease }),
    ...(options.unaudited && { unaudited: true }),
    ...(options.auditsRefusals && { auditsRefusals: true }),
  }
}

/** Makes the withholding of one operation from its response schema. */
export type WithholdingFor = (response: TSchema | undefined) => Withholding

/**
 * Makes the function that decides which fields the operations of one owner withhold.
 * @param records the owner’s record schemas: a field that one of them marks with a permission is withheld by name
 * wherever no response schema describes it
 */
export function withholdingOf(records: readonly TSchema[]): WithholdingFor {
  const other: Withhold = withholder(undefined, records)
  return (response) => ({ answer: response === undefined ? other : withholder(response, records), other })
}

/** Every schema with which the routes describe a record. */
export const recordsOf = (routes: readonly RouteDeclaration[]): readonly TSchema[] => [
  ...new Set(routes.flatMap(({ record, options: { response } }) => record ?? response ?? [])),
]

/** The merged record of an update is validated against the schema of PUT. */
function schemasOf({ options, kind, record }: RouteDeclaration): Operation['schemas'] {
  const { params, body, response } = options
  const query = options.query ?? (takesNoQuery(kind) ? NO_QUERY : undefined)
  const isChange = kind === 'update' || kind === 'replace'
  return {
    ...(params && { params }),
    ...(query && { query }),
    ...(body && { body: body as unknown as Operation['schemas']['body'] }),
    ...(response && { response }),
    ...(kind === 'bulk' && { accepted: BulkAction }),
    ...(isChange && record && { record: record_schemas(record).replace }),
  } as Operation['schemas']
}

/** A query without parameters: any is refused, because a misspelt one must not be ignored. */
export const NO_QUERY = Type.Object({})

/** The handlers of plugins may read a query that they do not declare; those of the record kit do not. */
const takesNoQuery = (kind: RouteKind): boolean => kind !== 'plain' && kind !== 'list'

/**
 * Derives the permission from method and path: GET → view, POST on the list path → create, PUT and PATCH → update, DELETE → delete,
 * `{record}/<verb>` → the verb. Returns undefined if none can be derived; the route must then name one (ARCHITECTURE: Operations).
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

const ACTION_OF_KIND: Partial<Record<RouteKind, string>> = {
  list: 'view',
  create: 'create',
  import: 'create',
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

function actionOf(method: Method, rest: readonly string[]): string | undefined {
  const [record, verb] = rest
  if (method === 'GET') return 'view'
  if (record === undefined) return method === 'POST' ? 'create' : ACTION_OF_METHOD[method]
  if (!isParameter(record) || rest.length > 2) return undefined
  if (verb === undefined) return ACTION_OF_METHOD[method]
  return isParameter(verb) ? undefined : verb
}

const isParameter = (segment: string) => segment.startsWith('{')
