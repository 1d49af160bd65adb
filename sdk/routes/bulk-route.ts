import { BulkRequest, BulkResult } from '../documents/bulk.ts'
import type { RouteDeclaration } from './route-declaration.ts'
import type { RouteOptions } from './route-options.ts'
import type { EachRoute } from './routes.ts'

/** A route that repeats another. The host finds that one by its name and runs it, so there is nothing to handle here. */
export function bulk_route(
  path: string,
  each: EachRoute,
  options: Pick<RouteOptions, 'permission' | 'summary' | 'description'> = {},
): Omit<RouteDeclaration, 'origin'> {
  const handler = () => {
    throw new Error(`The bulk route [POST ${path}] is run by the host.`)
  }
  return {
    method: 'POST',
    path,
    kind: 'bulk',
    each,
    handler,
    options: { ...options, body: BulkRequest, response: BulkResult },
  }
}
