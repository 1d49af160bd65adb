import type { DashboardDraft, FieldDraft, FormDraft, ActionDraft } from '@atrium/sdk/host'
import type { Operation } from '../../../core/registries/index.ts'
import type { RouteIndex } from '../checks/route-index.ts'
import { absolutePath } from '../checks/route-index.ts'
import type { FieldConditions } from '../widgets/conditions.ts'
import { leavesOf } from '../widgets/conditions.ts'
import type { Resource } from './resource.ts'

interface Declarations {
  readonly resources: readonly Resource[]
  readonly dashboards: readonly DashboardDraft[]
}

/**
 * Collects the field conditions of all forms that submit to an operation: forms of resources over its record kit, and forms of
 * actions. The route validates with all of them.
 */
export function formConditions(
  { resources, dashboards }: Declarations,
  routes: RouteIndex,
): (operation: Operation) => readonly FieldConditions[] {
  const byRoute = new Map<string, FieldConditions[]>()
  const add = (name: string | undefined, form: FormDraft | undefined) => {
    if (name === undefined || form === undefined) return
    byRoute.set(name, [...(byRoute.get(name) ?? []), ...leavesOf<FieldDraft>(form.fields ?? [])])
  }
  for (const { draft, routes } of resources) {
    add(routes.create?.name, draft.form)
    if (routes.read) for (const method of ['PUT', 'PATCH']) add(`${method} ${routes.read.path}`, draft.form)
  }
  for (const { action, api_base } of declaredActions(resources, dashboards)) {
    const { method, path, form } = action
    if (method && path !== undefined) add(routes.find(method, absolutePath(path, api_base))?.name, form)
  }
  return ({ name }) => byRoute.get(name) ?? []
}

/** An action, and the base of its path. */
interface DeclaredAction {
  readonly action: ActionDraft
  readonly api_base: string | undefined
}

/** Every action that a plugin declares: of lists, of relation blocks, and of tables on custom dashboards. */
function declaredActions(resources: readonly Resource[], dashboards: readonly DashboardDraft[]): DeclaredAction[] {
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
