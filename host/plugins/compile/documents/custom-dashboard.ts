import type { ModulePart } from './make-manifests.ts'
import type { CompileContext } from '../checks/route-index.ts'
import { type DashboardDraft, type DashboardWidgetDraft, member_origin, type Origin } from '@atrium/sdk/host'
import type { ChatWidget, Dashboard, JsonSchema, ElementWidget, Widget } from '@atrium/sdk/documents'
import type { Operation } from '../../../core/registries/index.ts'
import type { Finding } from '../checks/finding.ts'
import { absolutePath, reportUnanswered } from '../checks/route-index.ts'
import { reportMembers } from '../checks/references.ts'
import { makeCalendar } from '../widgets/calendar.ts'
import { makeChart, type WidgetPlace } from '../widgets/make-chart.ts'
import { makeChat } from '../widgets/make-chat.ts'
import { makeRelation } from '../widgets/make-relation.ts'
import { revisionOf } from '../../../core/registries/index.ts'
import { reportIcon, screenPath, reportTitleTwice } from '../checks/screens.ts'

export interface CustomScreen {
  readonly dashboard: Dashboard
  /** The part of its module that the screen adds. */
  readonly part: ModulePart
}

/** Makes the screen of `emit_dashboard`. Undefined, and reported, if it has no id, path or widgets. */
export function customDashboard(draft: DashboardDraft, context: CompileContext): CustomScreen | undefined {
  const { id, path, panel_id, module_id, hide_title } = draft
  const { report } = context
  if (id === undefined || path === undefined || draft.widgets.length === 0) {
    report({
      code: 'dashboard_incomplete',
      message: `A dashboard of [${panel_id}/${module_id}] has no ${id === undefined ? 'id' : path === undefined ? 'path' : 'widgets'}.`,
      fix: 'Add `.id(…)`, `.path(…)` and at least one widget.',
      origin: draft.origin,
    })
    return undefined
  }
  const made = draft.widgets.map((widget, index) => ({
    widgets: makeWidget(widget, { draft, id: `${id}-${index + 1}`, ...context }),
    isAssistant: widget.kind === 'chat' && widget.options.assistant === true,
  }))
  const widgets = made.flatMap((each) => each.widgets)
  const content = { panel_id, module_id, kind: 'custom' as const, title: draft.title ?? id, hide_title, widgets }
  reportTitleTwice(content, { report, place: { document: id, origin: draft.origin } })
  reportIcon(draft.icon, { who: `The dashboard [${id}]`, report, origin: member_origin(draft, 'icon') ?? draft.origin })
  const at = screenPath(panel_id, path, { report, origin: member_origin(draft, 'path') ?? draft.origin })
  const dashboard = { id, ...content, revision: revisionOf(content) }
  const assistants = made.flatMap((each) => (each.isAssistant ? (each.widgets as ChatWidget[]) : []))
  const part = partOf(draft, { dashboard, path: at, ...screenPermission(draft, widgets, context) })
  return { dashboard, part: { ...part, ...(assistants.length > 0 && { assistants }) } }
}

/** The permission to see the screen: the declared one, or else the one that all of its widgets require. */
function screenPermission(
  { permission }: DashboardDraft,
  widgets: readonly Widget[],
  { routes }: CompileContext,
): { permission?: string } {
  if (permission !== undefined) return { permission }
  const asked = widgets.map((widget) => routes.find('GET', dataPath(widget))?.permission)
  const [first] = asked
  return first !== undefined && asked.every((each) => each === first) ? { permission: first } : {}
}

/** The path that a widget of a custom screen reads; empty for one that reads nothing. */
function dataPath(widget: Widget): string {
  if ('path' in widget) return widget.path ?? ''
  if ('agents_path' in widget) return widget.agents_path
  return 'list_path' in widget ? (widget.list_path ?? '') : ''
}

/** Screens of one record (`:id`) get no navigation item. */
function partOf(
  { panel_id, module_id, nav_group, icon, origin }: DashboardDraft,
  { dashboard, path, ...permission }: { dashboard: Dashboard; path: string; permission?: string },
): ModulePart {
  const screen = { path, kind: 'custom' as const, dashboard_id: dashboard.id, ...permission }
  const part = { origin, panel_id, module_id, screens: [screen] }
  if (path.includes(':')) return part
  const { group = null, sort = 1000 } = nav_group ?? {}
  const item = { title: dashboard.title, sort, path, ...(icon !== undefined && { icon }), ...permission }
  return { ...part, navigation: [{ group, item }] }
}

const answersList = ({ declaration: { kind, options } }: Operation) =>
  kind === 'list' || (options.response as JsonSchema | undefined)?.type === 'array'

const figuresOfList = (
  member: string,
  { who, path, origin }: { who: string; path: string; origin: Origin },
): Finding => ({
  code: 'field_unknown',
  message: `${who} shows [${member}], but [GET ${path}] answers a list, which has no figures.`,
  fix: 'Declare a GET that answers an object: `{ active: 12 }`, and name its path.',
  origin,
})

interface WidgetContext extends CompileContext {
  readonly draft: DashboardDraft
  readonly id: string
}

function makeWidget(widget: DashboardWidgetDraft, context: WidgetContext): Widget[] {
  const { draft, id, routes, namespaces, report, addForm, undo } = context
  if (widget.kind === 'stats') {
    const path = absolutePath(widget.path, draft.api_base)
    const asking = { who: `The widget [${id}]`, routes, report, origin: widget.origin }
    reportUnanswered(path, asking)
    const found = routes.find('GET', path)
    const members = widget.stats.map(({ name }) => name)
    if (found && answersList(found)) report(figuresOfList(members[0] ?? '', { path, ...asking }))
    const schema = found?.declaration.options.response as JsonSchema | undefined
    reportMembers({ path, members, schema }, asking)
    return [{ kind: 'stats', id, path, stats: widget.stats }]
  }
  const place = { id, api_base: draft.api_base, origin: widget.origin, routes, report }
  if (widget.kind === 'chart') return [makeChart(widget, place)]
  if (widget.kind === 'chat') return [makeChat(widget, { ...place, namespaces })]
  if (widget.kind === 'calendar') return [makeCalendar(widget, place)]
  if (widget.kind === 'element') return [makeElement(widget, place)]
  const name = draft.id ?? draft.module_id
  const table = makeRelation(widget.table, { name, api_base: draft.api_base, routes, report, addForm, undo })
  return table === undefined ? [] : [table]
}

type DeclaredElement = Extract<DashboardWidgetDraft, { kind: 'element' }>

/** A block that an element of the plugin draws. */
function makeElement({ title, path: declared, shows }: DeclaredElement, place: WidgetPlace): ElementWidget {
  const { id, routes } = place
  const asking = { ...place, who: `The widget [${id}]` }
  const path = declared === undefined ? undefined : absolutePath(declared, place.api_base)
  if (path !== undefined) reportUnanswered(path, asking)
  return {
    kind: 'element',
    id,
    title,
    ...(path !== undefined && { path }),
    element: routes.elements.use(shows, asking),
  }
}
