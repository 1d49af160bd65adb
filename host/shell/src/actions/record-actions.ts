import type { Action } from '@atrium/sdk/documents'
import type { DataRecord } from '../api/records.ts'
import { conditionHolds } from '../values/condition-holds.ts'

/** The actions that a record, as it is now, lets one do. */
export function recordActions(actions: readonly Action[], record: DataRecord): Action[] {
  return actions.filter(
    ({ kind, visible_when }) => kind === 'row' && (visible_when === undefined || conditionHolds(visible_when, record)),
  )
}
