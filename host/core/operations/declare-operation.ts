import { record_schemas } from '@atrium/sdk'
import type { RouteDeclaration } from '@atrium/sdk/host'
import type { Lease } from '../../base/lifetime/index.ts'
import type { Operation } from '../registries/index.ts'
import { derivePermission } from './derive-permission.ts'
import { recordsOf, type WithholdingFor, withholdingOf } from './withholding.ts'

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
