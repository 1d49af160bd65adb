import type {
  Dashboard,
  ScreenKind,
  Widget,
  FormDefinition,
  InfolistWidget,
  JsonSchema,
  ListImport,
  Color,
  SectionsWidget,
  HistoryWidget,
  Entry,
  EntryNode,
  Action,
  TableWidget,
} from '@atrium/sdk/documents'
import type { FieldDraft } from '@atrium/sdk/host'
import { revisionOf } from '../../../core/registries/index.ts'
import type { Report } from '../checks/finding.ts'
import type { RouteIndex } from '../checks/route-index.ts'
import { permissionOf, absolutePath, reportUnanswered } from '../checks/route-index.ts'
import { leavesOf, visibleWhen } from '../widgets/conditions.ts'
import { makeEntries } from '../widgets/make-entries.ts'
import type { FieldInfo } from '../widgets/field-info.ts'
import type { FormBody } from '../widgets/make-form-body.ts'
import { makeForm } from '../widgets/make-form-body.ts'
import { makeTable } from '../widgets/make-table.ts'
import { secretMembers } from '../widgets/secret-members.ts'
import { textFormat } from '../widgets/shown-value.ts'
import { creationActions, creationParts, planPath } from './form-parts.ts'
import { relationsOf } from './record-subtitle.ts'
import type { Resource } from './resource.ts'

interface DashboardContent {
  readonly kind: Exclude<ScreenKind, 'custom'>
  readonly title: string
  readonly widgets: Widget[]
}

/** Makes one generated screen, `{resourceId}-{kind}`. Its widgets show the title, so the screen hides its own (spec: `hide_title=True`). */
function makeDashboard(resource: Resource, { kind, title, widgets }: DashboardContent): Dashboard {
  const { id, panel_id, module_id } = resource
  const content = { panel_id, module_id, resource_id: id, kind, title, hide_title: true, widgets }
  return { id: `${id}-${kind}`, ...content, revision: revisionOf(content) }
}

interface ListContext extends ResourceContext {
  readonly change_many: TableWidget['change_many']
  readonly imports: ListImport | undefined
}

/** The list screen: one table. */
export function listDashboard({ change_many, imports, ...context }: ListContext): Dashboard {
  const { resource, subtitle, routes: index, report, actions } = context
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
      ...(subtitle && { record_subtitle: subtitle }),
      ...(create && {
        create: {
          label: create.label ?? `New ${singular}`,
          path: `${screenPath}/create`,
          ...permissionOf(routes.create),
        },
      }),
      ...(imports && { import: imports }),
      ...(pages.view && { view_path: `${screenPath}/:id` }),
      ...(pages.edit && { edit_path: `${screenPath}/:id/edit` }),
      ...(change_many && { change_many }),
    },
    actions,
  })
  return makeDashboard(resource, { kind: 'list', title, widgets: [table] })
}

/** A screen around a form, and the form. */
interface FormScreen {
  readonly dashboard: Dashboard
  readonly form: FormDefinition
}

interface FormSource {
  readonly body: FormBody
  readonly schema: JsonSchema
}

/** The create screen. A form that lacks a required field could never be submitted, so that is an error. */
export function createScreen({ body, schema }: FormSource, context: ResourceContext): FormScreen {
  const { resource, report } = context
  const { id, singular, screenPath, pages, paths, draft } = resource
  for (const name of (schema.required as string[]).filter((each) => !(each in body.fields))) {
    report({
      code: 'form_disagrees',
      message: `The form of [${id}] omits [${name}], which the record requires, so no record could be created.`,
      fix: 'Add the field, give it a default in the record schema, or make it optional.',
      ...(draft.form && { origin: draft.form.origin }),
    })
  }
  const form = makeForm(body, 'create', {
    resource,
    schema,
    submit: { method: 'POST', path: paths.create },
    ...secretMembers(resource.routes.create),
    ...creationParts(body, context),
  })
  const widget: Widget = {
    kind: 'form',
    id: `${id}-create-form`,
    form_id: form.id,
    record_title_attribute: resource.titleField,
    ...(context.subtitle && { record_subtitle: context.subtitle }),
    actions: [],
    ...creationActions(context),
    done: `${singular.charAt(0).toUpperCase()}${singular.slice(1)} created`,
    done_path: pages.view ? `${screenPath}/:id` : pages.edit ? `${screenPath}/:id/edit` : screenPath,
    ...(pages.list && { cancel_path: screenPath }),
  }
  return { form, dashboard: makeDashboard(resource, { kind: 'create', title: `New ${singular}`, widgets: [widget] }) }
}

/** The edit screen: the form, and the lists of related records below it. */
export function editScreen(
  source: FormSource & { relations: readonly Widget[] },
  context: ResourceContext,
): FormScreen {
  const { body, schema, relations } = source
  const { resource } = context
  const { id, singular, screenPath, pages, paths, routes } = resource
  const method = routes.update?.method === 'PUT' ? 'PUT' : 'PATCH'
  const submit = { method, path: paths.record } as const
  const form = makeForm(body, 'edit', { resource, schema, submit, ...planPath(context) })
  const back = pages.view ? `${screenPath}/:id` : screenPath
  const widget: Widget = {
    kind: 'form',
    id: `${id}-edit-form`,
    form_id: form.id,
    record_path: paths.record,
    record_title_attribute: resource.titleField,
    ...(context.subtitle && { record_subtitle: context.subtitle }),
    actions: rowActions(context),
    done: 'Changes saved',
    ...((pages.view || pages.list) && { done_path: back, cancel_path: back }),
  }
  const widgets = [widget, ...relations]
  return { form, dashboard: makeDashboard(resource, { kind: 'edit', title: `Edit ${singular}`, widgets }) }
}

/** How the title of a record is shown. Titles of most records are shown as they are. */
function titleFormat(field: FieldInfo | undefined): Pick<InfolistWidget, 'record_title_format'> {
  const { format } = field ? textFormat(field) : {}
  return format === undefined ? {} : { record_title_format: format }
}

/** The view screen: the record, the sections of other plugins, the lists of related records, and its history. */
export function viewDashboard(relations: readonly Widget[], context: ResourceContext): Dashboard {
  const { resource, routes, report } = context
  const { id, singular, screenPath, pages, fields, draft, paths, titleField } = resource
  const infolist = draft.infolist ?? { origin: draft.origin }
  const widget: Widget = {
    kind: 'infolist',
    id: `${id}-infolist`,
    record_path: paths.record,
    record_title_attribute: titleField,
    ...titleFormat(fields.get(titleField)),
    ...(context.subtitle && { record_subtitle: context.subtitle }),
    entries: makeEntries(infolist, {
      name: id,
      fields,
      api_base: draft.api_base,
      routes,
      report,
      colors: tableColors(resource),
      relations: relationsOf(resource),
      conditions: visibleWhen(leavesOf<FieldDraft>(draft.form?.fields ?? [])),
    }),
    actions: rowActions(context),
    ...(pages.edit && { edit_path: `${screenPath}/:id/edit` }),
    ...(pages.list && { list_path: screenPath }),
  }
  const title = singular.charAt(0).toUpperCase() + singular.slice(1)
  const widgets = [widget, ...makeSections(context), ...relations, ...makeHistory(widget.entries, context)]
  return makeDashboard(resource, { kind: 'view', title, widgets })
}

function tableColors({ draft }: Resource): Map<string, Record<string, Color>> {
  const columns = draft.table?.columns ?? []
  return new Map(columns.flatMap(({ name, colors }) => (colors ? [[name, colors] as const] : [])))
}

/** The block with the sections of other plugins. Empty if the resource declares none. */
function makeSections({ resource, routes, report }: ResourceContext): SectionsWidget[] {
  const { id, draft } = resource
  if (draft.sections === undefined) return []
  const path = absolutePath(draft.sections.path, draft.api_base)
  reportUnanswered(path, { who: `The block of sections of [${id}]`, routes, report, origin: draft.sections.origin })
  const named = path.replaceAll(/\{\w+\}/g, '{id}')
  return [{ kind: 'sections', id: `${id}-sections`, path: named, ...permissionOf(routes.find('GET', path)) }]
}

/** The history of the record. Fields that the screen does not show have their default entries. */
function makeHistory(nodes: readonly EntryNode[], { resource, routes, report }: ResourceContext): HistoryWidget[] {
  const { id, paths, draft, fields } = resource
  const path = `${paths.record}/history`
  const restore_path = `${path}/{entry_id}/restore`
  const [history, restore] = [routes.find('GET', path), routes.find('POST', restore_path)]
  if (history?.declaration.kind !== 'history') return []
  const others = makeEntries(
    { origin: draft.origin },
    {
      ...{ name: id, fields, routes, report },
      api_base: draft.api_base,
      ...{ colors: tableColors(resource), relations: relationsOf(resource) },
    },
  )
  const entries = new Map([...entriesIn(others), ...entriesIn(nodes)].map((entry) => [entry.name, entry]))
  return [
    {
      ...{ kind: 'history', id: `${id}-history`, path, ...permissionOf(history), entries: [...entries.values()] },
      ...(restore && { restore: { path: restore_path, ...permissionOf(restore) } }),
    },
  ]
}

const entriesIn = (nodes: readonly EntryNode[]): Entry[] =>
  nodes.flatMap((node) => ('children' in node ? entriesIn(node.children) : [node]))

/** The inputs of every screen of a resource. */
export interface ResourceContext {
  readonly resource: Resource
  readonly subtitle: Entry[] | undefined
  readonly routes: RouteIndex
  readonly report: Report
  /** Declared and derived. */
  readonly actions: readonly Action[]
}

/** The actions on a screen of one record. */
const rowActions = ({ actions }: ResourceContext) => actions.filter(({ kind }) => kind === 'row')
