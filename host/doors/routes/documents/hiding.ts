import type { Caller } from '@atrium/sdk'
import { as_caller, store_access, visible_rules } from '@atrium/sdk/host'
import type { Operation, OperationRegistry } from '../../../core/registries/index.ts'

/** The fields that the roles of a caller hide in the records behind a part of a document. */
export interface Hiding {
  /** On every record, or in an answer that contains no records. */
  isHidden(name: string): boolean
  /** On at least some records: not available for sorting, filtering or searching. */
  isHiddenSomewhere(name: string): boolean
  /** Read-only on every record. */
  isLocked(name: string): boolean
  readonly isSearchable: boolean
}

/** Finds the hidden fields of the operation behind a path of a document. Undefined: none. `rows` is the path to the rows in the answer. */
export type HidingOf = (method: string, path: string, rows?: string) => Hiding | undefined

/** Finds the fields that the roles of a caller hide in the operations of a host. */
export function hidingFor(operations: OperationRegistry, caller: Caller): HidingOf {
  return (method, path, rows) => {
    const match = operations.match(method, path.split('?')[0] ?? path)
    if (match === undefined || 'allowed' in match) return undefined
    const { operation } = match
    return as_caller(caller, () => hidingOf(operation, { caller, rows }), { operation })
  }
}

interface Asked {
  readonly caller: Caller
  readonly rows: string | undefined
}

function hidingOf(operation: Operation, { caller, rows }: Asked): Hiding | undefined {
  const { store } = operation.declaration
  if (store === undefined) return hidingInAnswer(operation, { caller, rows })
  const all = store_access(store, caller)
  if (all.length === 0) return undefined
  return {
    isHidden: (name) => all.some(({ hidden }) => hidden.has(name)),
    isHiddenSomewhere: (name) => all.some(({ hidden_somewhere }) => hidden_somewhere.has(name)),
    isLocked: (name) => all.some(({ locked }) => locked.has(name)),
    isSearchable: (visible_rules(store, caller).search ?? []).length > 0,
  }
}

/** For an operation without a store: the fields that its `withhold` removes from the answer. */
function hidingInAnswer({ withhold, declaration }: Operation, { caller, rows }: Asked): Hiding {
  const { response } = declaration.options
  const isList = response !== undefined && 'type' in response && response.type === 'array'
  const places = rows === undefined ? [] : rows.split('/').reverse()
  const isHidden = (name: string) => {
    const row: unknown = { [name]: 0 }
    const value = places.reduce((inner, place) => ({ [place]: inner }), isList || places.length > 0 ? [row] : row)
    return withhold.answer(value, caller) !== value
  }
  return { isHidden, isHiddenSomewhere: isHidden, isLocked: isHidden, isSearchable: true }
}
