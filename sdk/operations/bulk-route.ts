import { Type } from 'typebox'
import type { RouteDeclaration } from './route-declaration.ts'
import type { RouteOptions } from './route-options.ts'
import type { EachRoute } from './routes.ts'

const Ids = Type.Array(Type.Union([Type.Integer(), Type.String()]), { minItems: 1, maxItems: 500 })

/** Which records a bulk route is about: these, or all that match. Exactly one of the two. */
export const BulkRequest = Type.Object(
  {
    ids: Type.Optional(Ids),
    filter: Type.Optional(
      Type.String({ description: 'A list query without paging, such as `status=draft&q=old`. Empty means all.' }),
    ),
  },
  { additionalProperties: false },
)

/** What became of each of them. */
export const BulkResult = Type.Object({
  done: Type.Array(Type.Union([Type.Integer(), Type.String()])),
  failed: Type.Array(
    Type.Object({
      id: Type.Union([Type.Integer(), Type.String()]),
      error: Type.Object({ code: Type.String(), detail: Type.String() }),
    }),
  ),
})

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
