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
