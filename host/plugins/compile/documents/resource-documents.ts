import type { ModulePart } from './make-manifests.ts'
import type { CompileContext } from '../checks/route-index.ts'
import { type FieldDraft, member_origin } from '@atrium/sdk/host'
import { record_schemas } from '@atrium/sdk'
import type { Action, Dashboard, NavigationItem, ResourceDefinition, Screen, Widget } from '@atrium/sdk/documents'
import { revisionOf } from '../../../core/registries/index.ts'
import { absolutePath, permissionOf, reportUnanswered } from '../checks/route-index.ts'
import { reportIcon } from '../checks/screens.ts'
import { leavesOf, withConditions } from '../widgets/conditions.ts'
import { makeActions } from '../widgets/make-actions.ts'
import { formNodes, makeFormBody } from '../widgets/make-form-body.ts'
import { makeRelation } from '../widgets/make-relation.ts'
import { changeMany, editManyAction } from './edit-many.ts'
import { listImport } from './import-list.ts'
import { checkPages, isSearchable } from './check-pages.ts'
import { createScreen, editScreen, listDashboard, viewDashboard } from './resource-screens.ts'
import { checkTime, subtitleOf } from './record-subtitle.ts'
import type { ResourceContext } from './resource-screens.ts'
import type { Resource } from './resource.ts'

/** All documents of one resource. */
export interface ResourceDocuments {
  readonly dashboards: Dashboard[]
  readonly definition: ResourceDefinition
  /** The part of its module that the resource adds. */
  readonly part: ModulePart
}

/** Makes a resource's screens, forms and search definition. The spec's table "Generated dashboards" lists the screens. */
export function resourceDocuments(resource: Resource, link: CompileContext): ResourceDocuments {
  const { report, addForm } = link
  checkPages(resource, link)
  reportBadge(resource, link)
  reportIcon(resource.draft.icon, {
    who: `The resource [${resource.id}]`,
    report,
    origin: member_origin(resource.draft, 'icon') ?? resource.draft.origin,
  })
  const { draft, pages } = resource
  const subtitle = subtitleOf(resource, link)
  checkTime(resource, link)
  const context: ResourceContext = { resource, subtitle, ...link, actions: actionsOf(resource, link) }
  const nodes = draft.form ? formNodes(draft.form, resource) : []
  const conditions = leavesOf<FieldDraft>(nodes)
  const body = makeFormBody(nodes, { resource: { ...resource, api_base: draft.api_base }, report, routes: link.routes })
  const { create, replace } = record_schemas(resource.record)
  const relations = relationsOf(resource, link)
  const creating =
    pages.create && draft.form && createScreen({ body, schema: withConditions(create, conditions) }, context)
  const editing =
    pages.edit && draft.form && editScreen({ body, schema: withConditions(replace, conditions), relations }, context)
  const forms = [creating, editing].filter((screen) => typeof screen === 'object')
  for (const { form } of forms) addForm(form)
  const { actions } = context
  const many = editing ? editManyAction(editing.form, { resource, declared: actions, undo: link.undo }) : []
  const change_many = editing ? changeMany(editing.form, { resource, undo: link.undo }) : undefined
  const imports = creating ? listImport(creating.form, { resource, declared: actions, undo: link.undo }) : undefined
  const dashboards = [
    ...(pages.list ? [listDashboard({ ...context, actions: [...many, ...actions], change_many, imports })] : []),
    ...forms.map(({ dashboard }) => dashboard),
    ...(pages.view && draft.infolist ? [viewDashboard(relations, context)] : []),
  ]
  return {
    dashboards,
    definition: resourceDefinition(context),
    part: partOf(resource, dashboards),
  }
}

function reportBadge({ draft, id }: Resource, { routes, report }: CompileContext): void {
  if (draft.badge_path === undefined) return
  const path = absolutePath(draft.badge_path, draft.api_base)
  reportUnanswered(path, {
    who: `The badge of [${id}]`,
    routes,
    report,
    origin: member_origin(draft, 'badge_path') ?? draft.origin,
  })
}

function actionsOf(resource: Resource, context: CompileContext): Action[] {
  const { draft, id } = resource
  const declared = makeActions(draft.table?.actions ?? [], {
    name: id,
    fields: resource.fields,
    api_base: draft.api_base,
    ...context,
  })
  return [...declared, ...deleteActions(resource, { declared, ...context })]
}

/** The delete actions of every resource with a DELETE route, unless the author declared an action `delete` of the same kind. */
function deleteActions(
  resource: Resource,
  { declared, ...context }: Pick<CompileContext, 'undo' | 'routes'> & { declared: readonly Action[] },
): Action[] {
  const { routes, paths, singular, title } = resource
  const shown = {
    id: 'delete',
    label: 'Delete',
    icon: 'trash',
    color: 'red',
    ...undoOfDelete(resource, context),
  } as const
  const actions: Action[] = []
  if (routes.delete !== undefined) {
    const permission = permissionOf(routes.delete)
    const confirm = `Delete this ${singular}?`
    actions.push({ ...shown, kind: 'row', method: 'DELETE', path: paths.record, confirm, ...permission })
  }
  if (routes.deleteMany !== undefined) {
    const path = `${paths.list}/delete`
    const confirm = `Delete the selected ${title.toLowerCase()}?`
    actions.push({ ...shown, kind: 'bulk', method: 'POST', path, confirm, ...permissionOf(routes.deleteMany) })
  }
  return actions.filter(({ kind }) => !declared.some((own) => own.id === 'delete' && own.kind === kind))
}

/**
 * The permission needed to undo deletions, because undoing creates the record again. The host refuses to undo a deletion if other tables
 * depend on the record's table.
 */
function undoOfDelete(
  { routes, paths }: Resource,
  { undo, routes: known }: Pick<CompileContext, 'undo' | 'routes'>,
): Pick<Action, 'undo'> {
  const create = known.find('POST', paths.list)
  const { transaction = false, declaration } = routes.delete ?? {}
  const isOfTable = transaction && declaration?.kind === 'delete' && declaration.store?.table !== undefined
  if (!undo || !isOfTable || create?.declaration.kind !== 'create') return {}
  return { undo: permissionOf(create) }
}

function relationsOf({ draft, id }: Resource, context: CompileContext): Widget[] {
  const place = { name: id, api_base: draft.api_base, hasParent: true, ...context }
  return draft.relations.map((relation) => makeRelation(relation, place)).filter((table) => table !== undefined)
}

function partOf(resource: Resource, dashboards: readonly Dashboard[]): ModulePart {
  const { id, title, panel_id, module_id, pages, screenPath, draft } = resource
  const { group = null, sort = 1000 } = draft.nav_group ?? {}
  const item: NavigationItem = {
    resource_id: id,
    title,
    ...(draft.icon !== undefined && { icon: draft.icon }),
    sort,
    path: screenPath,
    ...(draft.badge_path !== undefined && { badge_path: absolutePath(draft.badge_path, draft.api_base) }),
    ...screenPermission(resource, 'list'),
  }
  const screens = dashboards.map((dashboard) => screenOf(dashboard, resource))
  const part = { origin: draft.origin, panel_id, module_id, resource_id: id, screens }
  return pages.list ? { ...part, navigation: [{ group, item }] } : part
}

const SCREEN_SUFFIX: Record<string, string> = { list: '', create: '/create', view: '/:id', edit: '/:id/edit' }

const screenOf = ({ id: dashboard_id, kind, title }: Dashboard, resource: Resource): Screen => ({
  path: `${resource.screenPath}${SCREEN_SUFFIX[kind]}`,
  kind,
  dashboard_id,
  ...(kind === 'create' && { title }),
  resource_id: resource.id,
  ...screenPermission(resource, kind),
})

/** The permission to see a screen: the declared one, or else that of the screen's operation. */
function screenPermission({ draft, routes }: Resource, kind: Dashboard['kind']): Pick<Screen, 'permission'> {
  if (draft.permission !== undefined) return { permission: draft.permission }
  const purposes = {
    list: routes.list,
    create: routes.create,
    view: routes.read,
    edit: routes.update,
    custom: undefined,
  }
  return permissionOf(purposes[kind])
}

/** The resource as the panel's search sees it. */
function resourceDefinition({ resource, subtitle }: ResourceContext): ResourceDefinition {
  const { id, panel_id, module_id, title, titleField, paths, routes, pages, screenPath, draft } = resource
  const content = {
    panel_id,
    module_id,
    title,
    ...(draft.icon !== undefined && { icon: draft.icon }),
    record_title_attribute: titleField,
    ...(subtitle && { record_subtitle: subtitle }),
    ...(draft.record_time !== undefined && { record_time: draft.record_time }),
    list_path: paths.list,
    search_path: paths.search,
    searchable: isSearchable(routes.search),
    ...(pages.view && { view_path: `${screenPath}/:id` }),
    ...(pages.edit && { edit_path: `${screenPath}/:id/edit` }),
  }
  return { id, ...content, revision: revisionOf(content) }
}
