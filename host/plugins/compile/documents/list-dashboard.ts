import type { Dashboard } from '@atrium/sdk/documents'
import { makeDashboard } from './make-dashboard.ts'
import { makeTable } from '../widgets/make-table.ts'
import { permissionOf, type ResourceContext } from './resource-context.ts'

/** The list screen: one table. */
export function listDashboard({ resource, routes: index, report, actions }: ResourceContext): Dashboard {
  const { draft, id, title, screenPath, pages, singular, routes, fields } = resource
  const create = draft.table?.create
  const table = makeTable(draft.table ?? {}, {
    name: id,
    fields,
    rules: routes.list?.declaration.rules,
    api_base: draft.api_base,
    routes: index,
    report,
    empty: { title: `No ${title.toLowerCase()} yet` },
    place: {
      id: `${id}-table`,
      resource_id: id,
      list_path: resource.paths.list,
      record_title_attribute: resource.titleField,
      ...(create && {
        create: {
          label: create.label ?? `New ${singular}`,
          path: `${screenPath}/create`,
          ...permissionOf(routes.create),
        },
      }),
      ...(pages.view && { view_path: `${screenPath}/:id` }),
      ...(pages.edit && { edit_path: `${screenPath}/:id/edit` }),
    },
    actions,
  })
  return makeDashboard(resource, { kind: 'list', title, widgets: [table] })
}
