import type { DashboardDraft, DashboardWidgetDraft } from '@atrium/sdk/host'
import type { Dashboard, Screen, Widget } from '@atrium/sdk/documents'
import { absolutePath, reportUnanswered } from '../checks/route-index.ts'
import type { AddForm, Report } from '../checks/finding.ts'
import { makeCalendar } from '../widgets/calendar.ts'
import { makeChart } from '../widgets/make-chart.ts'
import { makeRelation } from '../widgets/make-relation.ts'
import { revisionOf } from '../../../core/registries/index.ts'
import { reportIcon, screenPath, reportTitleTwice } from '../checks/screens.ts'
import type { RouteIndex } from '../checks/route-index.ts'

export interface CustomScreen {
  readonly dashboard: Dashboard
  readonly screen: Screen
  readonly draft: DashboardDraft
}

interface Context {
  readonly routes: RouteIndex
  readonly report: Report
  readonly addForm: AddForm
}

/** Makes the screen of `emit_dashboard`. Undefined where it has no id, path or widget. */
export function customDashboard(draft: DashboardDraft, context: Context): CustomScreen | undefined {
  const { id, path, panel_id, module_id, hide_title } = draft
  const { report } = context
  if (id === undefined || path === undefined || draft.widgets.length === 0) {
    report({
      code: 'dashboard_incomplete',
      message: `A dashboard of [${panel_id}/${module_id}] has no ${id === undefined ? 'id' : path === undefined ? 'path' : 'widgets'}.`,
      fix: 'Say `.id(…)`, `.path(…)` and at least one widget.',
      origin: draft.origin,
    })
    return undefined
  }
  const widgets = draft.widgets.flatMap((widget, index) =>
    makeWidget(widget, { draft, id: `${id}-${index + 1}`, ...context }),
  )
  const content = { panel_id, module_id, kind: 'custom' as const, title: draft.title ?? id, hide_title, widgets }
  reportTitleTwice(content, { report, place: { document: id, origin: draft.origin } })
  reportIcon(draft.icon, { who: `The dashboard [${id}]`, report, origin: draft.origin })
  const at = screenPath(panel_id, path, { report, origin: draft.origin })
  const screen = { path: at, kind: 'custom' as const, dashboard_id: id }
  return { dashboard: { id, ...content, revision: revisionOf(content) }, screen, draft }
}

interface WidgetContext extends Context {
  readonly draft: DashboardDraft
  readonly id: string
}

function makeWidget(widget: DashboardWidgetDraft, { draft, id, routes, report, addForm }: WidgetContext): Widget[] {
  if (widget.kind === 'stats') {
    const path = absolutePath(widget.path, draft.api_base)
    reportUnanswered(path, { who: `The widget [${id}]`, routes, report, origin: widget.origin })
    return [{ kind: 'stats', id, path, stats: widget.stats }]
  }
  const place = { id, api_base: draft.api_base, origin: widget.origin, routes, report }
  if (widget.kind === 'chart') return [makeChart(widget, place)]
  if (widget.kind === 'calendar') return [makeCalendar(widget, place)]
  const name = draft.id ?? draft.module_id
  const table = makeRelation(widget.table, { name, api_base: draft.api_base, routes, report, addForm })
  return table === undefined ? [] : [table]
}
