import type { RouteDeclaration } from '@atrium/sdk/host'
import { nearest_name } from '@atrium/sdk'
import type { TObject } from 'typebox'
import { lastParameter, operationName } from '../../../core/operations/index.ts'
import { type Operation, pathShape } from '../../../core/registries/index.ts'
import type { Report } from './finding.ts'

interface Linked {
  readonly owner: string
  readonly byName: ReadonlyMap<string, Operation>
  readonly report: Report
}

/** Reports routes whose `undo` names a route that is not declared, or that cannot undo them. */
export function checkUndo(operations: readonly Operation[], { owner, report }: Omit<Linked, 'byName'>): void {
  const byName = new Map(operations.map((operation) => [operation.name, operation]))
  for (const operation of operations)
    if (operation.declaration.options.undo !== undefined) checkOne(operation, { owner, byName, report })
}

function checkOne({ path, declaration: route }: Operation, linked: Linked): void {
  const { owner, byName, report } = linked
  const undo = route.options.undo ?? ''
  const opposite = byName.get(operationName(owner, undo))
  const name = `${route.method} ${route.path}`
  const { origin } = route
  if (opposite !== undefined) {
    const unfit = whyUnfit(path, opposite, linked)
    if (unfit)
      report({
        code: 'undo_route_unfit',
        message: `[${undo}] cannot undo [${name}]: ${unfit[0]}`,
        fix: unfit[1],
        origin,
      })
    return
  }
  const others = [...byName.keys()].map((each) => each.replace(`/api/v1/${owner}`, '')).filter((each) => each !== name)
  const near = nearest_name(undo, others)
  report({
    code: 'undo_route_missing',
    message: `The route [${name}] is undone by [${undo}], which is not declared.`,
    fix: `${near === undefined ? '' : `Did you mean [${near}]? `}Declare that route, or correct its method and path.`,
    origin,
  })
}

/** The problem and its fix. */
function whyUnfit(path: string, opposite: Operation, { byName }: Linked): readonly [string, string] | undefined {
  const place = opposite.path.slice(0, opposite.path.lastIndexOf('}') + 1)
  const { kind, store } = byName.get(`GET ${place}`)?.declaration ?? {}
  const record = kind === undefined ? sameRecord(byName, place) : undefined
  if (record !== undefined)
    return [
      `its parameters are named differently from those of the record, [GET ${record.path}].`,
      `Use [{${lastParameter(record.path)}}] in the paths of both routes.`,
    ]
  if (kind !== 'read' || store?.table === undefined)
    return [
      'it does not belong to a record of a table.',
      'Mount the record with `routes.records`, over a `table_store`.',
    ]
  const missing = parametersOf(opposite.path).find((each) => !parametersOf(path).includes(each))
  const list = place.slice(0, place.lastIndexOf('/'))
  if (missing !== undefined && !(path === list && missing === lastParameter(place)))
    return [`[${missing}] is not in the path of the route that it undoes.`, 'Give both routes the same parameters.']
  if (!honoursIfMatch(opposite.declaration))
    return ['it does not declare [if_match].', "Pass `headers['if-match']` to the store, and declare `if_match: true`."]
  const unknown = requiredIn(opposite).find((member) => !(member in (store.schema.properties ?? {})))
  if (unknown === undefined) return undefined
  return [
    `its body requires [${unknown}], which is not a field of the record.`,
    'Make it optional, or name a field whose former value is to be sent.',
  ]
}

/** The record at this place, if its parameters have other names. */
const sameRecord = (byName: Linked['byName'], place: string) =>
  [...byName.values()].find(({ method, path }) => method === 'GET' && pathShape(path) === pathShape(place))

const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

const honoursIfMatch = ({ kind, options }: RouteDeclaration) =>
  options.if_match === true || kind === 'update' || kind === 'replace' || kind === 'delete'

const requiredIn = ({ schemas }: Operation): readonly string[] => (schemas.body as TObject | undefined)?.required ?? []

/** Whether the host offers to undo a route, or the one that a bulk route repeats; with the permission that undoing requires. */
export function undoOf(
  operation: Operation | undefined,
  find: (name: string) => Operation | undefined,
): { readonly undo?: { readonly permission?: string } } {
  if (operation === undefined) return {}
  const absolute = (name: string) => find(operationName(operation.owner, name))
  const { each, options } = operation.declaration
  const { undo } = each === undefined ? options : (absolute(each)?.declaration.options ?? {})
  if (undo === undefined) return {}
  const permission = absolute(undo)?.permission
  return { undo: permission === undefined ? {} : { permission } }
}
