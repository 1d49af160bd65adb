import type { Color, Dashboard, Widget } from '@atrium/sdk/documents'
import { makeDashboard } from './make-dashboard.ts'
import { makeEntries } from '../widgets/make-entries.ts'
import { makeSections } from './make-sections.ts'
import { type ResourceContext, rowActions } from './resource-context.ts'
import type { Resource } from './resource.ts'

/** The view screen: the record, what other plugins know of it, and the lists of related ones: who looks something up need not edit it. */
export function viewDashboard(relations: readonly Widget[], context: ResourceContext): Dashboard {
  const { resource, routes, report } = context
  const { id, singular, screenPath, pages, fields, draft, paths, titleField } = resource
  const infolist = draft.infolist ?? { origin: draft.origin }
  const widget: Widget = {
    kind: 'infolist',
    id: `${id}-infolist`,
    record_path: paths.record,
    record_title_attribute: titleField,
    entries: makeEntries(infolist, {
      name: id,
      fields,
      api_base: draft.api_base,
      routes,
      report,
      colors: tableColors(resource),
    }),
    actions: rowActions(context),
    ...(pages.edit && { edit_path: `${screenPath}/:id/edit` }),
    ...(pages.list && { list_path: screenPath }),
  }
  const title = singular.charAt(0).toUpperCase() + singular.slice(1)
  return makeDashboard(resource, { kind: 'view', title, widgets: [widget, ...makeSections(context), ...relations] })
}

function tableColors({ draft }: Resource): Map<string, Record<string, Color>> {
  const columns = draft.table?.columns ?? []
  return new Map(columns.flatMap(({ name, colors }) => (colors ? [[name, colors] as const] : [])))
}
