import type {
  Action,
  Dashboard,
  FormDefinition,
  JsonSchema,
  ResourceDefinition,
  Screen,
  Widget,
} from '@atrium/sdk/documents'
import { type FieldDraft, record_schemas } from '@atrium/sdk'
import type { Operation } from '../../registries/operation.ts'
import { checkPages } from './check-pages.ts'
import type { Report } from './finding.ts'
import { leavesOf } from './leaves.ts'
import { deleteActions, makeActions } from './make-actions.ts'
import { makeDashboard } from './make-dashboard.ts'
import { makeEntries } from './make-entries.ts'
import { type FormBody, formNodes, makeForm, makeFormBody } from './make-form.ts'
import { makeRelation } from './make-relation.ts'
import { makeTable } from './make-table.ts'
import type { Resource } from './resource.ts'
import { revisionOf } from './revision.ts'
import type { RouteIndex } from './route-index.ts'
import { type FieldConditions, withConditions } from './with-conditions.ts'

/** All that one resource makes. */
export interface ResourceDocuments {
  readonly dashboards: Dashboard[]
  readonly forms: FormDefinition[]
  readonly screens: Screen[]
  readonly definition: ResourceDefinition
  /** What the form says of its fields: the routes of the resource validate with it. */
  readonly conditions: readonly FieldConditions[]
}

interface Context {
  readonly resource: Resource
  readonly routes: RouteIndex
  readonly report: Report
  readonly actions: readonly Action[]
}

/** Makes a resource's screens, forms and search definition. Which screens there are is the spec's table "Generated dashboards". */
export function resourceDocuments(
  resource: Resource,
  { routes, report }: { routes: RouteIndex; report: Report },
): ResourceDocuments {
  checkPages(resource, report)
  const { draft, pages } = resource
  const context: Context = { resource, routes, report, actions: actionsOf(resource, { routes, report }) }
  const nodes = draft.form ? formNodes(draft.form, resource) : []
  const conditions = leavesOf<FieldDraft>(nodes)
  const body = makeFormBody(nodes, { resource, report })
  const schemas = record_schemas(resource.record)
  const create =
    pages.create && draft.form !== undefined
      ? createForm(body, withConditions(schemas.create, conditions), context)
      : undefined
  const edit =
    pages.edit && draft.form !== undefined
      ? editForm(body, withConditions(schemas.replace, conditions), context)
      : undefined
  const relations = relationsOf(context)
  const dashboards = [
    ...(pages.list ? [listDashboard(context)] : []),
    ...(create ? [createDashboard(create, context)] : []),
    ...(edit ? [editDashboard(edit, relations, context)] : []),
    ...(pages.view && draft.infolist ? [viewDashboard(edit ? [] : relations, context)] : []),
  ]
  return {
    dashboards,
    forms: [create, edit].filter((form) => form !== undefined),
    screens: dashboards.map((dashboard) => screenOf(dashboard, resource)),
    definition: definitionOf(resource),
    conditions,
  }
}

function actionsOf(resource: Resource, { routes, report }: { routes: RouteIndex; report: Report }): Action[] {
  const { draft, id } = resource
  const declared = makeActions(draft.table?.actions ?? [], { name: id, api_base: draft.api_base, routes, report })
  return [...declared, ...deleteActions(resource, declared)]
}

function listDashboard({ resource, report, actions }: Context): Dashboard {
  const { draft, id, title, screenPath, pages, singular, routes } = resource
  const create = draft.table?.create
  const table = makeTable(draft.table ?? {}, {
    name: id,
    fields: resource.fields,
    rules: routes.list?.declaration.rules,
    report,
    title,
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

function createForm(body: FormBody, schema: JsonSchema, { resource, report }: Context): FormDefinition {
  const required = (schema.required as string[]).filter((name) => !(name in body.fields))
  for (const name of required) {
    report({
      code: 'form_disagrees',
      message: `The form of [${resource.id}] leaves out [${name}], which the record requires: nothing could be created with it.`,
      fix: `Add a field for it, or give it a default in the record schema, or make it optional.`,
      ...(resource.draft.form && { origin: resource.draft.form.origin }),
    })
  }
  return makeForm(body, 'create', { resource, schema, submit: { method: 'POST', path: resource.paths.create } })
}

function editForm(body: FormBody, schema: JsonSchema, { resource }: Context): FormDefinition {
  const method = resource.routes.update?.method === 'PUT' ? 'PUT' : 'PATCH'
  return makeForm(body, 'edit', { resource, schema, submit: { method, path: resource.paths.record } })
}

function createDashboard(form: FormDefinition, { resource }: Context): Dashboard {
  const { id, singular, screenPath, pages } = resource
  const done_path = pages.view ? `${screenPath}/:id` : pages.edit ? `${screenPath}/:id/edit` : screenPath
  const widget: Widget = {
    kind: 'form',
    id: `${id}-create-form`,
    form_id: form.id,
    actions: [],
    done_path,
    ...(pages.list && { cancel_path: screenPath }),
  }
  return makeDashboard(resource, { kind: 'create', title: `New ${singular}`, widgets: [widget] })
}

function editDashboard(form: FormDefinition, relations: readonly Widget[], { resource, actions }: Context): Dashboard {
  const { id, singular, screenPath, pages } = resource
  const back = pages.view ? `${screenPath}/:id` : screenPath
  const widget: Widget = {
    kind: 'form',
    id: `${id}-edit-form`,
    form_id: form.id,
    record_path: resource.paths.record,
    record_title_attribute: resource.titleField,
    actions: rowActions(actions),
    ...((pages.view || pages.list) && { done_path: back, cancel_path: back }),
  }
  return makeDashboard(resource, { kind: 'edit', title: `Edit ${singular}`, widgets: [widget, ...relations] })
}

function viewDashboard(relations: readonly Widget[], { resource, report, actions }: Context): Dashboard {
  const { id, singular, screenPath, pages, fields, draft } = resource
  const widget: Widget = {
    kind: 'infolist',
    id: `${id}-infolist`,
    record_path: resource.paths.record,
    record_title_attribute: resource.titleField,
    entries: makeEntries(draft.infolist ?? { origin: draft.origin }, { name: id, fields, report }),
    actions: rowActions(actions),
    ...(pages.edit && { edit_path: `${screenPath}/:id/edit` }),
    ...(pages.list && { list_path: screenPath }),
  }
  const title = singular.charAt(0).toUpperCase() + singular.slice(1)
  return makeDashboard(resource, { kind: 'view', title, widgets: [widget, ...relations] })
}

function relationsOf({ resource, routes, report }: Context): Widget[] {
  const { draft, id } = resource
  const place = { name: id, api_base: draft.api_base, routes, report }
  return draft.relations.map((relation) => makeRelation(relation, place)).filter((table) => table !== undefined)
}

const SCREEN_SUFFIX = { list: '', create: '/create', view: '/:id', edit: '/:id/edit' } as const

function screenOf(dashboard: Dashboard, { screenPath, id }: Resource): Screen {
  const kind = dashboard.kind as keyof typeof SCREEN_SUFFIX
  return { path: `${screenPath}${SCREEN_SUFFIX[kind]}`, kind, dashboard_id: dashboard.id, resource_id: id }
}

function definitionOf({
  id,
  panel_id,
  module_id,
  title,
  titleField,
  paths,
  routes,
  pages,
  screenPath,
  draft,
}: Resource): ResourceDefinition {
  const content = {
    panel_id,
    module_id,
    title,
    ...(draft.icon !== undefined && { icon: draft.icon }),
    record_title_attribute: titleField,
    list_path: paths.list,
    search_path: paths.search,
    searchable: (routes.search?.declaration.rules?.search?.length ?? 0) > 0,
    ...(pages.view && { view_path: `${screenPath}/:id` }),
    ...(pages.edit && { edit_path: `${screenPath}/:id/edit` }),
  }
  return { id, ...content, revision: revisionOf(content) }
}

const rowActions = (actions: readonly Action[]) => actions.filter(({ kind }) => kind === 'row')

const permissionOf = (operation: Operation | undefined) =>
  operation?.permission === undefined ? {} : { permission: operation.permission }
