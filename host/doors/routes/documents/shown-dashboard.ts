import type { Caller } from '@atrium/sdk'
import type { Dashboard } from '@atrium/sdk/documents'
import { hasFieldRules } from '../../../core/auth/index.ts'
import type { Registries } from '../../../core/registries/index.ts'
import { mayOpenScreen } from '../reasons/missing-documents.ts'
import { shownTo } from './hide-denied.ts'
import { hideRuled, hidingFor } from './hide-ruled.ts'

/** A dashboard as its route answers it to a caller; undefined if it is missing or the caller may not see its screen. */
export function shownDashboard(registries: Registries, id: string, caller: Caller): Dashboard | undefined {
  const document = registries.dashboards.dashboard(id)
  if (document === undefined || !mayOpenScreen(registries, id)(caller)) return undefined
  return shownTo(
    caller,
    hasFieldRules(caller) ? hideRuled(document, hidingFor(registries.operations, caller)) : document,
  )
}
