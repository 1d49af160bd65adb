import type { ActionDraft, DashboardDraft } from '@atrium/sdk/host'
import type { Resource } from './resource.ts'

/** An action, and what its path is appended to. */
export interface DeclaredAction {
  readonly action: ActionDraft
  readonly api_base: string | undefined
}

/** Every action that a plugin declares: of lists, of relation blocks, and of the tables on its own screens. */
export function declaredActions(
  resources: readonly Resource[],
  dashboards: readonly DashboardDraft[],
): DeclaredAction[] {
  const ofResources = resources.flatMap(({ draft: { table, relations, api_base } }) =>
    [table, ...relations.map((relation) => relation.table)].map((declared) => ({ declared, api_base })),
  )
  const ofDashboards = dashboards.flatMap(({ widgets, api_base }) =>
    widgets.flatMap((widget) => (widget.kind === 'table' ? [{ declared: widget.table.table, api_base }] : [])),
  )
  return [...ofResources, ...ofDashboards].flatMap(({ declared, api_base }) =>
    (declared?.actions ?? []).map((action) => ({ action, api_base })),
  )
}
