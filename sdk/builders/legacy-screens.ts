import { DeclarationError } from '../declaration/declaration-error.ts'
import type { Origin } from '../declaration/origin.ts'
import { origin_of } from '../declaration/origin.ts'
import { require_id } from '../declaration/require.ts'
import type { IconName } from '../documents/icon-name.ts'

/** A hand-written screen: its path, and the file that it shows. */
export interface LegacyScreen {
  /** Below the panel: `vans` → `/operations/vans`. `:id` stands for a record, and comes after `create`. */
  readonly path: string
  /** The file `ui/dashboards/<dashboard_id>.json`, which is also the dashboard's id. */
  readonly dashboard_id: string
  /** The group in the sidebar. Without one, or with `:id` in the path, the screen is not in the sidebar. */
  readonly nav_group?: string
  /** The order within the group. Default 1000. */
  readonly nav_sort?: number
  readonly icon?: IconName
}

/**
 * The argument of the deprecated `register_dashboards`. Each file holds a dashboard in the format of
 * `GET /api/v1/ui/dashboards/{dashboardId}`: `title`, `widgets` and, if they show the title themselves, `"hide_title": true`; the host adds
 * the rest. Such screens are checked against the schema of a dashboard only. They have no forms and are not joined with routes.
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
  /** Adds screens to a module of a panel. They are matched in this order. */
  add_screens(panel_id: string, module_id: string, screens: readonly LegacyScreen[]): void
}

/** One call of `add_screens`. */
export interface LegacyDraft {
  readonly origin: Origin
  readonly panel_id: string
  readonly module_id: string
  readonly screens: readonly LegacyScreen[]
}

/** A registry that records each declaration, and the declarations so far, in order. */
export interface CollectedScreens {
  readonly registry: DashboardRegistry
  readonly drafts: readonly LegacyDraft[]
}

/** Makes the registry that the host passes to `register_dashboards`. Wrong arguments throw a DeclarationError at the author's call. */
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
    fix: 'Add its path below the panel, for example `vans` or `vans/:id`.',
  })
}
