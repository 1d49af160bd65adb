import type { Caller } from '@atrium/sdk'
import { as_caller, may_write, reaches_record, type RecordChange, record_fields } from '@atrium/sdk/host'
import type { Operation } from '../registries/index.ts'
import type { UndoStep } from './undo-steps.ts'

interface Asked {
  readonly caller: Caller | undefined
  readonly change: RecordChange
  readonly step: UndoStep
  /** The operation of the record kit that undoes the step. */
  readonly inverse: Operation
}

/**
 * Whether the caller may undo a change: it holds the permission, its roles reach the record before and after, and they let it send the
 * former values. Somebody who was promised an undo has not been asked whether they are sure.
 */
export function mayUndo({ caller, change, step, inverse }: Asked): boolean {
  if (!mayReach(caller, change, inverse)) return false
  if (caller === undefined) return true
  return as_caller(caller, () => maySend(step, { caller, change, inverse }), { operation: inverse })
}

/** Whether the caller holds the permission of an operation, by which its roles reach a record before and after a change. */
export function mayReach(caller: Caller | undefined, change: RecordChange, operation: Operation): boolean {
  const { permission } = operation
  if (permission !== undefined && caller?.can(permission) !== true) return false
  const { table, schema, before, after } = change
  if (caller === undefined || table === undefined) return true
  const reaches = (record?: object) => record === undefined || reaches_record(caller, { table, schema, record })
  return as_caller(caller, () => reaches(before) && reaches(after), { operation })
}

function maySend({ change, former }: UndoStep, { caller, change: { after }, inverse }: Omit<Asked, 'step'>): boolean {
  const { store } = inverse.declaration
  if (change === 'created' || caller === undefined || store === undefined) return true
  if (change === 'updated') return may_write(store, { values: former.values, current: after, caller })
  return may_write(store, { values: sentValues(inverse, former.values), current: undefined, caller })
}

/** The values of a deleted record that the request which creates it again sends. */
export function sentValues({ declaration }: Operation, values: Readonly<Record<string, unknown>>): object {
  const fields = record_fields(declaration.store?.schema ?? declaration.record!)
  return Object.fromEntries(Object.entries(values).filter(([name]) => fields.get(name)?.read_only === false))
}
