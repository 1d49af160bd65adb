import { label_of } from '@atrium/sdk'
import type { Pages, ResourceDraft } from '@atrium/sdk/host'
import type { Operation } from '../../../core/registries/operation.ts'
import { fieldsOf, type Fields } from '../widgets/field-info.ts'
import type { Report } from '../checks/finding.ts'
import { knownNames } from '../checks/known-names.ts'
import { recordOfForm } from './record-of-form.ts'
import type { Resource } from './resource.ts'
import type { RouteIndex } from '../checks/route-index.ts'
import { screenPath } from '../checks/screen-path.ts'
import { singular } from '../widgets/singular.ts'
import { absolutePath } from '../checks/absolute-path.ts'

export interface ResolveContext {
  readonly routes: RouteIndex
  readonly report: Report
}

/** Fills in a resource's defaults and finds its routes. Undefined where it has no id: then nothing can be named after it. */
export function resolveResource(draft: ResourceDraft, { routes, report }: ResolveContext): Resource | undefined {
  const { id } = draft
  if (id === undefined) {
    report({
      code: 'resource_id_missing',
      message: `A resource of [${draft.panel_id}/${draft.module_id}] has no id.`,
      fix: 'Name it: `.id("items")`.',
      origin: draft.origin,
    })
    return undefined
  }
  const record = draft.record ?? recordOfForm(draft.form)
  const fields = fieldsOf(record)
  const title = draft.title ?? label_of(id)
  const paths = pathsOf(id, draft)
  return {
    draft,
    id,
    title,
    singular: singular(title),
    panel_id: draft.panel_id,
    module_id: draft.module_id,
    screenPath: screenPath(draft.panel_id, draft.module_path ?? id, { report, origin: draft.origin }),
    record,
    fields,
    titleField: titleFieldOf(draft, { fields, report }),
    paths,
    routes: routesOf(paths, routes),
    pages: pagesOf(draft),
  }
}

function pathsOf(id: string, draft: ResourceDraft): Resource['paths'] {
  const under = (path: string) => absolutePath(path, draft.api_base)
  const list = under(draft.list_path ?? `/${id}`)
  return {
    list,
    create: draft.create_path === undefined ? list : under(draft.create_path),
    search: draft.search_path === undefined ? list : under(draft.search_path),
    record: (draft.record_path === undefined ? `${list}/{id}` : under(draft.record_path)).replace(/\{\w+\}$/, '{id}'),
  }
}

function routesOf(paths: Resource['paths'], routes: RouteIndex): Resource['routes'] {
  const update = routes.find('PATCH', paths.record) ?? routes.find('PUT', paths.record)
  return defined({
    list: routes.find('GET', paths.list),
    create: routes.find('POST', paths.create),
    read: routes.find('GET', paths.record),
    search: routes.find('GET', paths.search),
    update,
    delete: routes.find('DELETE', paths.record),
    deleteMany: routes.find('POST', `${paths.list}/delete`),
  })
}

const defined = (routes: Record<keyof Resource['routes'], Operation | undefined>): Resource['routes'] =>
  Object.fromEntries(Object.entries(routes).filter(([, operation]) => operation !== undefined))

/** Design section 4: list defaults to true, create and edit to "a form is configured", view to "an infolist is configured". */
function pagesOf({ pages: declared, form, infolist }: ResourceDraft): Resource['pages'] {
  const pages: Pages = declared ?? {}
  return {
    list: pages.list ?? true,
    create: pages.create ?? form !== undefined,
    edit: pages.edit ?? form !== undefined,
    view: pages.view ?? infolist !== undefined,
  }
}

function titleFieldOf(draft: ResourceDraft, { fields, report }: { fields: Fields; report: Report }): string {
  const named = draft.record_title_attribute
  if (named === undefined) return ['name', 'title', 'label'].find((name) => fields.has(name)) ?? 'id'
  if (draft.record !== undefined && !fields.has(named)) {
    report({
      code: 'field_unknown',
      message: `The record title attribute [${named}] of the resource [${draft.id}] is no field of its record.`,
      fix: knownNames(named, fields.keys()),
      origin: draft.origin,
    })
  }
  return named
}
