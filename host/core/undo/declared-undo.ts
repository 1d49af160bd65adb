import { changes_during, type RecordChange } from '@atrium/sdk/host'
import { filledPath, lastParameter, operationName, type OperationRequest } from '../operations/index.ts'
import type { Operation, OperationRegistry } from '../registries/index.ts'
import { mayReach } from './may-undo.ts'
import { type Former, sumOf, tagOf, type UndoStep, type Way } from './undo-steps.ts'

type Operations = Pick<OperationRegistry, 'get'>

/** For requests that undo a change: how that change is made again. */
const repeats = new WeakMap<object, Way>()

/** Makes a request that undoes a change undoable by that change, unless its own route declares `undo`. */
export const redoBy = (request: object, way: Way | undefined): void => void (way && repeats.set(request, way))

/** Whether a declaration, or the change that the request undoes, defines how the request is undone. */
export const isDeclared = (request: OperationRequest): boolean =>
  request.operation.declaration.options.undo !== undefined || repeats.has(request)

/**
 * The step that undoes a request by the route that is declared for it; none if it changed nothing. Undefined if that route does not exist
 * or is not available to the caller, or if the record is gone.
 */
export function declaredSteps(request: OperationRequest, operations: Operations): readonly UndoStep[] | undefined {
  const { operation, params, body } = request
  const { undo, if_match } = operation.declaration.options
  const repeated = undo === undefined ? repeats.get(request) : undefined
  const opposite = operations.get(repeated?.operation ?? operationName(operation.owner, undo ?? ''))
  const record = opposite && recordOf(opposite, operations)
  if (opposite === undefined || record === undefined) return undefined
  const change = changeOf(request, record)
  if (change === undefined) return mayCall(request, opposite) ? [] : undefined
  if (change.after === undefined || !mayReach(request.caller, change, opposite)) return undefined
  const own = { ...params, [lastParameter(record.path) ?? '']: String(change.id) }
  const by = { operation: opposite.name, params: own, body: repeated ? repeated.body : bodyOf(opposite, change) }
  const again = { operation: operation.name, params, body }
  const former: Former = { values: {}, by, ...(if_match === true && { again }), ...sumBefore(change) }
  return [{ ...stepOf(change, filledPath(listPath(record), own)), former }]
}

/** The operation that reads the record which a route changes. Undefined if the record is in no table of the record kit. */
export function recordOf({ path }: Pick<Operation, 'path'>, operations: Operations): Operation | undefined {
  const read = operations.get(`GET ${path.slice(0, path.lastIndexOf('}') + 1)}`)
  return read?.declaration.kind === 'read' && read.declaration.store?.table !== undefined ? read : undefined
}

const listPath = ({ path }: Operation) => path.slice(0, path.lastIndexOf('/'))

const mayCall = ({ caller }: OperationRequest, { permission }: Operation) =>
  permission === undefined || caller?.can(permission) === true

/** The change of the request's record, or of the one that it created: from before the first write to after the last. */
function changeOf(request: OperationRequest, record: Operation): RecordChange | undefined {
  const table = record.declaration.store?.table?.name
  const id = request.params[lastParameter(record.path) ?? '']
  const isOurs = (change: RecordChange) =>
    change.table === table && (id === undefined ? change.before === undefined : String(change.id) === id)
  const first = changes_during(request).find(isOurs)
  const last = changes_during(request).findLast((each) => each.table === table && each.id === first?.id)
  return first && { ...first, after: last?.after }
}

/** The former values of the fields that the body of a route names. */
function bodyOf({ schemas }: Operation, { before = {} }: RecordChange): object | undefined {
  const { properties } = (schemas.body ?? {}) as { properties?: object }
  if (properties === undefined) return undefined
  return Object.fromEntries(Object.entries(before).filter(([name, value]) => name in properties && value !== undefined))
}

const sumBefore = ({ before }: RecordChange) => (before ? { sum: sumOf(before) } : {})

const stepOf = ({ id, before, after }: RecordChange, resource: string) => ({
  ...{ resource, record_id: String(id), tag_before: tagOf(before), tag_after: tagOf(after) },
  change: before ? ('updated' as const) : ('created' as const),
})
