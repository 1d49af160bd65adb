import { DeclarationError } from '../declaration/declaration-error.ts'
import type { Origin } from '../declaration/origin.ts'
import { origin_of } from '../declaration/origin.ts'
import { require_id } from '../declaration/require.ts'
import type { IconName } from '../documents/icon-name.ts'

/** A hand-written screen: where it stands, and which file shows there. */
export interface LegacyScreen {
  /** Below the panel: `vans` → `/operations/vans`. `:id` stands for a record, and comes after `create`. */
  readonly path: string
  /** The file `ui/dashboards/<dashboard_id>.json`, which is also the dashboard's id. */
  readonly dashboard_id: string
  /** The heading in the sidebar that the screen stands under. Without one, or with `:id` in its path, it is not in the sidebar. */
  readonly nav_group?: string
  /** The order below the heading. Default 1000. */
  readonly nav_sort?: number
  readonly icon?: IconName
}

/**
 * What the deprecated `register_dashboards` receives. Each file holds a dashboard as `GET /api/v1/ui/dashboards/{dashboardId}`
 * answers it: `title`, `widgets` and, if they show the title themselves, `"hide_title": true`; the host adds the rest. Such
 * screens are held against the schema of a dashboard only: there are no forms, and nothing joins them with routes.
 *
 *     export function register_dashboards(registry) {
 *       registry.add_screens('operations', 'fleet', [
 *         { path: 'vans', dashboard_id: 'vans', nav_group: 'Fleet', nav_sort: 10 },
 *         { path: 'vans/:id', dashboard_id: 'van' },
 *       ])
 *     }
 *
 * @deprecated Declare screens in `register_resources`: `register_resource` makes them, `emit_dashboard` takes them by hand.
 */
export interface DashboardRegistry {
  /** Puts screens into a module of a panel, in the order in which they are to be matched. */
  add_screens(panel_id: string, module_id: string, screens: readonly LegacyScreen[]): void
}

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
