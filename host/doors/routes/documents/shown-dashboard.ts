import type { Caller } from '@atrium/sdk'
import type { Dashboard } from '@atrium/sdk/documents'
import type { Registries } from '../../../core/registries/index.ts'
import { mayOpenScreen } from '../reasons/missing-documents.ts'
import { shownTo } from './hide-denied.ts'
import { ruledFor } from './hide-ruled.ts'

/** A dashboard as its route answers it to a caller; undefined if it is missing or the caller may not see its screen. */
export function shownDashboard(registries: Registries, id: string, caller: Caller): Dashboard | undefined {
  const document = registries.dashboards.dashboard(id)
  if (document === undefined || !mayOpenScreen(registries, id)(caller)) return undefined
  return shownTo(caller, ruledFor(document, { operations: registries.operations, caller }))
}
