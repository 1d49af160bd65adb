import type { DashboardRegistry, LegacyScreen } from './dashboard-registry.ts'
import { DeclarationError } from '../declaration/declaration-error.ts'
import { type Origin, origin_of } from '../declaration/origin.ts'
import { require_id } from '../declaration/require-id.ts'

/** One call of `add_screens`. */
export interface LegacyDraft {
  readonly origin: Origin
  readonly panel_id: string
  readonly module_id: string
  readonly screens: readonly LegacyScreen[]
}

/** A registry that writes down what is declared, and what was declared so far, in order. */
export interface CollectedScreens {
  readonly registry: DashboardRegistry
  readonly drafts: readonly LegacyDraft[]
}

/** What the host hands `register_dashboards`. Wrong arguments throw a DeclarationError at the author's call. */
export function collect_screens(): CollectedScreens {
  const drafts: LegacyDraft[] = []
  const add_screens: DashboardRegistry['add_screens'] = (panel_id, module_id, screens) => {
    require_id('module', module_id)
    for (const screen of screens) requireScreen(screen)
    drafts.push({ origin: origin_of(add_screens), panel_id, module_id, screens })
  }
  return { registry: { add_screens }, drafts }
}

function requireScreen({ path, dashboard_id }: LegacyScreen): void {
  require_id('dashboard', dashboard_id)
  if (typeof path === 'string' && path !== '') return
  throw new DeclarationError('path_invalid', `The screen of the dashboard [${dashboard_id}] has no path.`, {
    fix: 'Say where it stands below the panel, for example `vans` or `vans/:id`.',
  })
}
