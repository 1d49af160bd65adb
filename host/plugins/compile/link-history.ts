import { Type } from '@atrium/sdk'
import { PagingQuery, type RouteDeclaration } from '@atrium/sdk/host'
import type { Lease } from '../../base/lifetime/index.ts'
import { declareOperation, HistoryEntry, RestoreResult, type WithholdingFor } from '../../core/operations/index.ts'
import type { Operation } from '../../core/registries/index.ts'

/**
 * The routes that the platform adds to each record: its history, for everybody who may see the record, and the restoring of an earlier
 * version, for everybody who may change it. A path that a plugin declares itself stays with the plugin.
 */
export function historyOperations(
  owner: string,
  operations: readonly Operation[],
  options: { lease: Lease; withholding: WithholdingFor },
): Operation[] {
  const known = new Set(operations.map(({ name }) => name))
  const added = operations.flatMap((read) => {
    if (read.declaration.kind !== 'read' || read.permission === undefined) return []
    const update = operations.find(({ path, declaration }) => path === read.path && declaration.kind === 'update')
    return [
      declareOperation(owner, historyRoute(read.declaration), { ...options, permission: read.permission }),
      ...(update?.permission === undefined
        ? []
        : [
            declareOperation(owner, restoreRoute(update.declaration), {
              ...{ ...options, permission: update.permission, unaudited: true },
            }),
          ]),
    ]
  })
  return added.filter(({ name }) => !known.has(name))
}

/** `Get an item` → `an item`. */
const nounOf = ({ options }: RouteDeclaration) => (options.summary ?? 'Get a record').replace(/^\w+ /, '')

const historyRoute = (read: RouteDeclaration): RouteDeclaration => ({
  origin: read.origin,
  method: 'GET',
  path: `${read.path}/history`,
  kind: 'history',
  options: {
    summary: `List changes of ${nounOf(read)}`,
    description: 'Who changed what and when, the latest first. Fields that you may not see are left out.',
    query: PagingQuery,
    response: Type.Array(HistoryEntry),
  },
  handler: neverCalled,
})

const restoreRoute = (update: RouteDeclaration): RouteDeclaration => ({
  origin: update.origin,
  method: 'POST',
  path: `${update.path}/history/{entry_id}/restore`,
  kind: 'restore',
  each: `PATCH ${update.path as `/${string}`}`,
  options: {
    summary: `Restore ${nounOf(update)}`,
    description: 'Brings the record back to how a change of its history left it. This is a change like any other.',
    response: RestoreResult,
  },
  handler: neverCalled,
})

/** `perform` does the work of these routes. */
function neverCalled(): never {
  throw new Error('The handler of a history route cannot be called.')
}
