import { type Caller, type Static, Type } from '@atrium/sdk'
import type { Dashboard, ModuleManifest, Widget } from '@atrium/sdk/documents'
import { API_BASE } from './declare.ts'
import { createSources, placeableWidgets } from './placed-widgets.ts'
import type { PlatformParts } from './platform-parts.ts'

/** A widget that the caller can place on a dashboard of their own. */
export const OfferedWidget = Type.Object(
  {
    dashboard_id: Type.String(),
    widget_id: Type.String(),
    kind: Type.String({ description: 'The kind of the widget: table, stats, chart, calendar, chat, element' }),
    title: Type.String(),
    shows: Type.Array(Type.String(), { description: 'The labels of its figures or columns' }),
    screen: Type.String({ description: 'The title of its screen' }),
    module: Type.String({ description: 'The title of the module that has the screen' }),
    panel: Type.String({ description: 'The title of the panel' }),
    views: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), query: Type.String() }), {
      description: 'The saved views with which the list can be shown',
    }),
  },
  { title: 'OfferedWidget' },
)
type OfferedWidget = Static<typeof OfferedWidget>

/** The widgets of all screens that the caller may see, in the order of panels and modules. */
export async function offeredWidgets(parts: PlatformParts, caller: Caller): Promise<OfferedWidget[]> {
  const { registries } = parts
  const sources = createSources(parts)
  const views = await savedViews(parts)
  const screens = registries.panels
    .materialized()
    .flatMap((panel) =>
      registries.dashboards
        .manifests(panel.id)
        .flatMap((manifest) =>
          shownIds(manifest, caller).map((id) => ({ id, module: manifest.title, panel: panel.title })),
        ),
    )
  const offered: OfferedWidget[] = []
  for (const { id, module, panel } of screens) {
    const document = sources.document(id)
    if (document === undefined) continue
    const place = {
      module,
      panel,
      screen: titleOf(document, registries.dashboards.manifest(document.panel_id, document.module_id)),
    }
    for (const widget of placeableWidgets(registries, document)) {
      const own = views.filter(({ list }) => list === `${id}/${widget.id}`)
      offered.push({
        ...offerOf(document, widget, place),
        views: own.map(({ list: _, ...view }) => view),
      })
    }
  }
  return offered
}

/** Each screen once, although several paths may lead to it. */
function shownIds({ screens }: ModuleManifest, caller: Caller): string[] {
  const shown = screens.filter(({ permission }) => permission === undefined || caller.can(permission))
  return [...new Set(shown.map(({ dashboard_id }) => dashboard_id))]
}

/** As the navigation calls it, because the dashboard of a list may be named after one record. */
function titleOf({ id, title }: Dashboard, manifest: ModuleManifest | undefined): string {
  const paths = manifest?.screens.filter(({ dashboard_id }) => dashboard_id === id).map(({ path }) => path) ?? []
  const items = manifest?.navigation.flatMap(({ items: all }) => all) ?? []
  return items.find(({ path }) => paths.includes(path))?.title ?? title
}

function offerOf(
  { id }: Dashboard,
  widget: Widget,
  place: Pick<OfferedWidget, 'module' | 'panel' | 'screen'>,
): Omit<OfferedWidget, 'views'> {
  const own = 'title' in widget ? widget.title : undefined
  return {
    ...{ dashboard_id: id, widget_id: widget.id, kind: widget.kind, title: own ?? place.screen },
    ...{ shows: labelsOf(widget), ...place },
  }
}

/** Some labels are enough to recognize a widget. */
const MOST_LABELS = 6

function labelsOf(widget: Widget): string[] {
  const labelled =
    widget.kind === 'table'
      ? widget.columns.filter(({ hidden }) => !hidden)
      : widget.kind === 'stats'
        ? widget.stats
        : widget.kind === 'chart'
          ? widget.series
          : []
  return labelled.slice(0, MOST_LABELS).map(({ label }) => label)
}

type SavedView = OfferedWidget['views'][number] & { readonly list: string }

async function savedViews({ calls }: PlatformParts): Promise<SavedView[]> {
  const sorted = { _sort: 'name', _order: 'ASC', _start: '0', _end: '500' }
  const views = (await calls.call('GET', `${API_BASE}/views`, { query: sorted })) as SavedView[]
  return views.map(({ id, name, query, list }) => ({ id, name, query, list }))
}
