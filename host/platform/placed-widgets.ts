import { invalid_values, present_caller, type Static, Type } from '@atrium/sdk'
import type { Dashboard, Widget } from '@atrium/sdk/documents'
import { ID_PATTERN } from '@atrium/sdk/documents'
import type { Registries } from '../core/registries/index.ts'
import { shownDashboard } from '../doors/routes/index.ts'
import { API_BASE } from './declare.ts'
import type { PlatformParts } from './platform-parts.ts'

const id = (description: string) => Type.String({ pattern: ID_PATTERN, maxLength: 120, description })

/** A widget on a person's own dashboard: a reference to a widget of a plugin's screen, never a copy of it. */
export const PlacedWidget = Type.Object(
  {
    key: Type.String({
      pattern: '^[a-z0-9-]+$',
      maxLength: 40,
      description: 'Distinguishes the widgets of the dashboard. The client chooses it',
    }),
    width: Type.Enum(['third', 'half', 'two-thirds', 'full'], { description: 'Of the 12 columns of a wide screen' }),
    title: Type.Optional(
      Type.String({ minLength: 1, maxLength: 80, description: 'Default: as the widget is called on its screen' }),
    ),
    dashboard_id: Type.Optional(
      id('The screen that has the widget. Absent in an answer: the caller may not see it. In a request: as it was'),
    ),
    widget_id: Type.Optional(id('The widget on that screen')),
    view_id: Type.Optional(Type.Integer({ description: 'The saved view with which a list is shown' })),
    query: Type.Optional(
      Type.String({
        maxLength: 4000,
        description: 'Filters, order and columns of a list, as in a saved view. Taken from the view if there is one',
      }),
    ),
    panel_id: Type.Optional(Type.String({ description: 'Set by the host' })),
    plugin_id: Type.Optional(Type.String({ description: 'Set by the host' })),
    is_missing: Type.Optional(
      Type.Boolean({ description: 'Set by the host: the widget is gone, or the caller may not see it at present' }),
    ),
  },
  { title: 'PlacedWidget' },
)
export type PlacedWidget = Static<typeof PlacedWidget>

/** The kinds of widgets that need no record beside them. */
const PLACEABLE: ReadonlySet<Widget['kind']> = new Set(['table', 'stats', 'chart', 'calendar', 'chat', 'element'])

/** The widgets of a screen that can stand elsewhere. A screen of a record has none, because they need the record. */
export function placeableWidgets({ dashboards }: Pick<Registries, 'dashboards'>, document: Dashboard): Widget[] {
  const isFree = dashboards.screensOf(document.id).some(({ path, kind }) => isOpenable(kind) && !path.includes(':'))
  return isFree ? document.widgets.filter(({ kind }) => PLACEABLE.has(kind)) : []
}

const isOpenable = (kind: Dashboard['kind']) => kind === 'list' || kind === 'custom'

/** Finds what a caller may see of the screens and views that dashboards refer to, each once. */
export interface Sources {
  /** The screen as the caller sees it; undefined if they may not or it is missing. */
  document(id: string): Dashboard | undefined
  /** The query of a saved view; undefined if it is missing or not for the caller. */
  viewQuery(id: number): Promise<string | undefined>
}

/** Finds them with the rights that requests of the present caller would have. */
export function createSources({ registries, calls }: Pick<PlatformParts, 'registries' | 'calls'>): Sources {
  const caller = present_caller()
  const screens = new Map<string, Dashboard | undefined>()
  const views = new Map<number, Promise<string | undefined>>()
  const readView = async (id: number) => {
    const view = await calls.call('GET', `${API_BASE}/views/${id}`).catch(() => undefined)
    return (view as { query: string } | undefined)?.query
  }
  return {
    document: (id) => {
      if (caller && !screens.has(id)) screens.set(id, shownDashboard(registries, id, caller))
      return screens.get(id)
    },
    viewQuery: (id) => {
      const view = views.get(id) ?? readView(id)
      views.set(id, view)
      return view
    },
  }
}

interface ShownFor {
  readonly registries: Registries
  /** Whether the caller may change the dashboard, and so has to know of every widget. */
  readonly isEditor: boolean
  readonly isOwner: boolean
}

/**
 * The widgets of a dashboard as a caller may see them. What they may not see is left out; for those who may change the dashboard, its place
 * stays, without a word about what it was. Owners keep their own references, from which the shell finds out why a widget is missing.
 */
export async function shownWidgets(
  widgets: readonly PlacedWidget[],
  { registries, isEditor, isOwner }: ShownFor,
  sources: Sources,
): Promise<PlacedWidget[]> {
  const shown = await Promise.all(widgets.map((widget) => shownWidget(widget, registries, sources)))
  return widgets.flatMap((widget, at) => {
    const { query: _, ...reference } = widget
    if (shown[at] !== undefined) return [shown[at]]
    if (isOwner) return [{ ...(widget.view_id === undefined ? widget : reference), is_missing: true }]
    return isEditor ? [{ key: widget.key, width: widget.width, is_missing: true }] : []
  })
}

async function shownWidget(
  widget: PlacedWidget,
  registries: Registries,
  sources: Sources,
): Promise<PlacedWidget | undefined> {
  const document = sources.document(widget.dashboard_id ?? '')
  if (document === undefined || findWidget(registries, document, widget) === undefined) return undefined
  if (widget.view_id === undefined) return widget
  const query = await sources.viewQuery(widget.view_id)
  return query === undefined ? undefined : { ...widget, query }
}

const findWidget = (registries: Registries, document: Dashboard, { widget_id }: PlacedWidget) =>
  placeableWidgets(registries, document).find((each) => each.id === widget_id)

/**
 * The widgets of a dashboard as they are stored. A widget that is sent without its reference keeps the one that it has.
 * @throws ApiError 422 for widgets with the same key, and for new references that the present caller may not see
 */
export async function storedWidgets(
  widgets: readonly PlacedWidget[],
  { registries, current }: { registries: Registries; current: readonly PlacedWidget[] },
  sources: Sources,
): Promise<PlacedWidget[]> {
  const keys = widgets.map(({ key }) => key)
  const twice = keys.findIndex((key, at) => keys.indexOf(key) !== at)
  if (twice !== -1) throw invalid(twice, 'key', 'Another widget has this key. Give each widget a key of its own')
  return Promise.all(
    widgets.map(async (widget, at) => {
      const before = current.find(({ key }) => key === widget.key)
      const { key, width, title } = widget
      if (widget.dashboard_id === undefined && before) return { ...before, ...placeOf(widget, before) }
      if (before && isSame(before, widget))
        return { ...referenceOf(before), ...{ key, width }, ...(title && { title }) }
      return { ...(await checkedReference(widget, { at, registries }, sources)), key, width, ...(title && { title }) }
    }),
  )
}

/** Where it is, and its title: that of a hidden widget is not sent, so it stays. */
const placeOf = ({ key, width, title }: PlacedWidget, before: PlacedWidget) => {
  const kept = title ?? before.title
  return { key, width, ...(kept !== undefined && { title: kept }) }
}

const isSame = (a: PlacedWidget, b: PlacedWidget) =>
  a.dashboard_id === b.dashboard_id &&
  a.widget_id === b.widget_id &&
  a.view_id === b.view_id &&
  (a.view_id !== undefined || a.query === b.query)

function referenceOf({ key: _, width: _w, title: _t, is_missing: _m, ...reference }: PlacedWidget) {
  return reference
}

async function checkedReference(
  widget: PlacedWidget,
  { at, registries }: { at: number; registries: Registries },
  sources: Sources,
): Promise<ReturnType<typeof referenceOf>> {
  const { dashboard_id, view_id, query } = widget
  if (dashboard_id === undefined) throw invalid(at, 'dashboard_id', 'Name the screen that has the widget')
  const document = sources.document(dashboard_id)
  if (document === undefined)
    throw invalid(at, 'dashboard_id', `There is no screen [${dashboard_id}] for you. Choose one of /dashboard-widgets`)
  const found = findWidget(registries, document, widget)
  if (found === undefined)
    throw invalid(at, 'widget_id', `[${dashboard_id}] has no such widget for you. Choose one of /dashboard-widgets`)
  if (found.kind !== 'table' && (view_id !== undefined || query !== undefined))
    throw invalid(at, 'widget_id', 'Only a list can be shown with a view or a query')
  if (view_id !== undefined && (await sources.viewQuery(view_id)) === undefined)
    throw invalid(at, 'view_id', `There is no saved view [${view_id}] for you`)
  const plugin_id = registries.dashboards.ownerOf(dashboard_id) ?? ''
  const list = view_id === undefined ? { ...(query !== undefined && { query }) } : { view_id }
  return { dashboard_id, widget_id: found.id, ...list, panel_id: document.panel_id, plugin_id }
}

const invalid = (at: number, member: string, message: string) =>
  invalid_values([{ pointer: `/widgets/${at}/${member}`, message }])
