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
  const { permission } = inverse
  if (permission !== undefined && caller?.can(permission) !== true) return false
  if (caller === undefined) return true
  const may = () => reachesBoth(change, caller) && maySend(step, { caller, change, inverse })
  return as_caller(caller, may, { operation: inverse })
}

function reachesBoth({ table, schema, before, after }: RecordChange, caller: Caller): boolean {
  if (table === undefined) return true
  return [before, after].every((record) => record === undefined || reaches_record(caller, { table, schema, record }))
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
