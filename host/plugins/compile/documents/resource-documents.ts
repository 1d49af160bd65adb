import { record_schemas } from '@atrium/sdk'
import type { FieldDraft } from '@atrium/sdk/host'
import type { Action, Dashboard, ResourceDefinition, Screen, Widget } from '@atrium/sdk/documents'
import { absolutePath } from '../checks/absolute-path.ts'
import { checkPages } from './check-pages.ts'
import type { AddForm, Report } from '../checks/finding.ts'
import { createScreen, editScreen } from './form-dashboards.ts'
import { leavesOf } from '../widgets/leaves.ts'
import { listDashboard } from './list-dashboard.ts'
import { deleteActions, makeActions } from '../widgets/make-actions.ts'
import { formNodes, makeFormBody } from '../widgets/make-form-body.ts'
import { makeRelation } from '../widgets/make-relation.ts'
import { reportIcon } from '../checks/report-icon.ts'
import { reportUnanswered } from '../checks/report-unanswered.ts'
import type { ResourceContext } from './resource-context.ts'
import { resourceDefinition } from './resource-definition.ts'
import type { Resource } from './resource.ts'
import type { RouteIndex } from '../checks/route-index.ts'
import { viewDashboard } from './view-dashboard.ts'
import { withConditions } from '../widgets/with-conditions.ts'

/** All that one resource makes. */
export interface ResourceDocuments {
  readonly dashboards: Dashboard[]
  readonly screens: Screen[]
  readonly definition: ResourceDefinition
}

interface LinkContext {
  readonly routes: RouteIndex
  readonly report: Report
  readonly addForm: AddForm
}

/** Makes a resource's screens, forms and search definition. Which screens there are is the spec's table "Generated dashboards". */
export function resourceDocuments(resource: Resource, link: LinkContext): ResourceDocuments {
  const { report, addForm } = link
  checkPages(resource, link)
  reportBadge(resource, link)
  reportIcon(resource.draft.icon, { who: `The resource [${resource.id}]`, report, origin: resource.draft.origin })
  const { draft, pages } = resource
  const context: ResourceContext = { resource, ...link, actions: actionsOf(resource, link) }
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
  const dashboards = [
    ...(pages.list ? [listDashboard(context)] : []),
    ...forms.map(({ dashboard }) => dashboard),
    ...(pages.view && draft.infolist ? [viewDashboard(relations, context)] : []),
  ]
  return {
    dashboards,
    screens: dashboards.map((dashboard) => screenOf(dashboard, resource)),
    definition: resourceDefinition(resource),
  }
}

function reportBadge({ draft, id }: Resource, { routes, report }: LinkContext): void {
  if (draft.badge_path === undefined) return
  const path = absolutePath(draft.badge_path, draft.api_base)
  reportUnanswered(path, { who: `The badge of [${id}]`, routes, report, origin: draft.origin })
}

function actionsOf(resource: Resource, context: LinkContext): Action[] {
  const { draft, id } = resource
  const declared = makeActions(draft.table?.actions ?? [], { name: id, api_base: draft.api_base, ...context })
  return [...declared, ...deleteActions(resource, declared)]
}

function relationsOf({ draft, id }: Resource, context: LinkContext): Widget[] {
  const place = { name: id, api_base: draft.api_base, hasParent: true, ...context }
  return draft.relations.map((relation) => makeRelation(relation, place)).filter((table) => table !== undefined)
}

const SCREEN_SUFFIX: Record<string, string> = { list: '', create: '/create', view: '/:id', edit: '/:id/edit' }

const screenOf = ({ id: dashboard_id, kind }: Dashboard, { screenPath, id }: Resource): Screen => ({
  path: `${screenPath}${SCREEN_SUFFIX[kind]}`,
  kind,
  dashboard_id,
  resource_id: id,
})
