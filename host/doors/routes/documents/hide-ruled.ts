import type { Caller } from '@atrium/sdk'
import type {
  Column,
  Dashboard,
  EntryNode,
  FormDefinition,
  ListImport,
  ResourceDefinition,
  TableWidget,
  Widget,
} from '@atrium/sdk/documents'
import { hasFieldRules } from '../../../core/auth/index.ts'
import type { OperationRegistry } from '../../../core/registries/index.ts'
import { layoutWithout, schemaWithout } from './hide-denied.ts'
import { type Hiding, hidingFor, type HidingOf } from './hiding.ts'

/** A document without the fields that the caller's roles hide; the document itself if it contains none of them. */
export const ruledFor = <Document extends object>(
  document: Document,
  { operations, caller }: { operations: OperationRegistry; caller: Caller },
): Document => (hasFieldRules(caller) ? hideRuled(document, hidingFor(operations, caller)) : document)

function hideRuled<Document extends object>(document: Document, hidingAt: HidingOf): Document {
  if (Array.isArray(document)) {
    const parts: object[] = document.map((part: object) => hideRuled(part, hidingAt))
    return parts.every((part, at) => part === document[at]) ? document : (parts as unknown as Document)
  }
  if ('widgets' in document) return hideInDashboard(document as unknown as Dashboard, hidingAt) as unknown as Document
  if ('submit' in document && 'layout' in document)
    return hideInForm(document as unknown as FormDefinition, hidingAt) as unknown as Document
  if ('search_path' in document)
    return hideInResource(document as unknown as ResourceDefinition, hidingAt) as unknown as Document
  return document
}

/** The data about a resource for the search and the pickers of relations. */
function hideInResource(resource: ResourceDefinition, hidingAt: HidingOf): ResourceDefinition {
  const [listed, searched] = [hidingAt('GET', resource.list_path), hidingAt('GET', resource.search_path)]
  const { record_time, ...rest } = resource
  return same(resource, {
    ...rest,
    ...(listed && named(resource, listed.isHidden)),
    ...(record_time !== undefined && !searched?.isHiddenSomewhere(record_time) && { record_time }),
    searchable: resource.searchable && searched?.isSearchable !== false,
  })
}

function hideInDashboard(dashboard: Dashboard, hidingAt: HidingOf): Dashboard {
  const widgets = dashboard.widgets.flatMap((widget) => hideInWidget(widget, hidingAt) ?? [])
  const isSame =
    widgets.length === dashboard.widgets.length && widgets.every((each, at) => each === dashboard.widgets[at])
  return isSame ? dashboard : { ...dashboard, widgets }
}

/** Undefined if nothing remains of the widget. */
function hideInWidget(given: Widget, hidingAt: HidingOf): Widget | undefined {
  const widget = given.kind === 'table' ? changeable(given, hidingAt) : given
  const hiding = hidingAt('GET', pathOf(widget), widget.kind === 'chart' ? widget.rows : undefined)
  if (hiding === undefined) return widget
  const { isHidden } = hiding
  switch (widget.kind) {
    case 'table':
      return hideInTable(widget, hiding)
    case 'form':
      return same(widget, { ...widget, ...named(widget, isHidden) })
    case 'history':
      return same(widget, { ...widget, entries: widget.entries.filter(({ name }) => !isHidden(name)) })
    case 'infolist': {
      const entries = entriesWithout(widget.entries, isHidden)
      return same(widget, { ...widget, entries, ...named(widget, isHidden) })
    }
    case 'stats': {
      const stats = widget.stats.filter(({ name }) => !isHidden(name))
      return stats.length === 0 ? undefined : same(widget, { ...widget, stats })
    }
    case 'chart': {
      const series = widget.series.filter(({ name }) => !isHidden(name))
      return isHidden(widget.x.name) || series.length === 0 ? undefined : same(widget, { ...widget, series })
    }
    case 'calendar': {
      const { starts, ends, entry_title, resource, color_by, ...rest } = widget
      if (isHidden(starts) || isHidden(ends)) return undefined
      return same(widget, {
        ...{ ...rest, starts, ends },
        entry_title: isHidden(entry_title.name) ? { name: 'id', label: 'Id' } : entry_title,
        ...(resource && !isHidden(resource.name) && { resource }),
        ...(color_by && !isHidden(color_by.name) && { color_by }),
      })
    }
    default:
      return widget
  }
}

/** The path that the widget reads its records from. A history names the fields of its record. */
function pathOf(widget: Widget): string {
  if (widget.kind === 'history') return widget.path.replace(/\/history$/, '')
  if ('list_path' in widget && widget.kind !== 'infolist') return widget.list_path ?? ''
  return 'record_path' in widget ? (widget.record_path ?? '') : 'path' in widget ? (widget.path ?? '') : ''
}

/** The edit of many records without the fields that the caller may not set in any of them. */
function changeable(table: TableWidget, hidingAt: HidingOf): TableWidget {
  const actions = table.actions.flatMap((action) => {
    const hiding = action.changes && hidingAt('PATCH', action.path.replace(/\/change$/, '/{id}'))
    if (hiding === undefined) return [action]
    const changes = action.changes?.filter((name) => !hiding.isLocked(name) && !hiding.isHidden(name)) ?? []
    return changes.length === 0 ? [] : [{ ...action, changes }]
  })
  return same(table, { ...table, actions })
}

function hideInTable(widget: TableWidget, { isHidden, isHiddenSomewhere, isSearchable }: Hiding): TableWidget {
  const columns = widget.columns
    .filter(({ name }) => !isHidden(name))
    .map((column) => (isHiddenSomewhere(column.name) ? shownOnly(column) : column))
  const { default_sort, import: imports, ...rest } = widget
  return same(widget, {
    ...rest,
    ...(imports && { import: importable(imports, { isHidden, isHiddenSomewhere }) }),
    columns: columns.length > 0 ? columns : [{ kind: 'text', name: 'id', label: 'Id', sortable: true }],
    filters: widget.filters.filter(({ name }) => !isHiddenSomewhere(name)),
    searchable: widget.searchable && isSearchable,
    ...named(widget, isHidden),
    ...(default_sort && !isHiddenSomewhere(default_sort.field) && { default_sort }),
  })
}

/** A column by which nobody sorts and that has no figure: both would tell values that are hidden in some records. */
function shownOnly({ summary: _, ...column }: Column): Column {
  return { ...column, sortable: false }
}

/** The import without hidden fields. A field that is hidden in some records identifies none. */
function importable(
  imports: ListImport,
  { isHidden, isHiddenSomewhere }: Pick<Hiding, 'isHidden' | 'isHiddenSomewhere'>,
): ListImport {
  const shown = imports.fields.filter(({ name }) => !isHidden(name))
  const fields = shown.map(({ key, ...field }) => ({ ...field, ...(key && !isHiddenSomewhere(field.name) && { key }) }))
  return { ...imports, fields }
}

/** The title and subtitle of a widget's records without hidden fields. Forms have them too. */
const named = <Widget extends Named>(widget: Widget, isHidden: Hiding['isHidden']): Named => ({
  ...(widget.record_title_attribute !== undefined && {
    record_title_attribute: isHidden(widget.record_title_attribute) ? 'id' : widget.record_title_attribute,
  }),
  ...(widget.record_subtitle && { record_subtitle: widget.record_subtitle.filter(({ name }) => !isHidden(name)) }),
})

type Named = Pick<TableWidget, 'record_subtitle'> & Partial<Pick<TableWidget, 'record_title_attribute'>>

/** Returns the same object if nothing has changed, so that callers can see that everything is shown. */
const same = <Value extends object>(before: Value, after: Value): Value =>
  JSON.stringify(sorted(before)) === JSON.stringify(sorted(after)) ? before : after

const sorted = (value: object) => Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))

function entriesWithout(nodes: readonly EntryNode[], isHidden: Hiding['isHidden']): EntryNode[] {
  return nodes.flatMap((node): EntryNode[] => {
    if ('children' in node) {
      const children = entriesWithout(node.children, isHidden)
      return children.length === 0 && node.children.length > 0 ? [] : [{ ...node, children } as EntryNode]
    }
    return isHidden(node.name) ? [] : [node]
  })
}

/** Hidden fields are left out. Read-only ones are left out of new records, and disabled in existing ones. */
function hideInForm(form: FormDefinition, hidingAt: HidingOf): FormDefinition {
  const hiding = form.operation === 'action' ? undefined : hidingAt(form.submit.method, form.submit.path)
  if (hiding === undefined) return form
  const names = Object.keys(form.fields)
  const locked = names.filter((name) => hiding.isLocked(name))
  if (locked.length === 0) return form
  const hidden = new Set(form.operation === 'create' ? locked : locked.filter((name) => hiding.isHidden(name)))
  const fields = Object.entries(form.fields).flatMap(([name, field]) => {
    if (hidden.has(name)) return []
    return [[name, locked.includes(name) ? { ...field, disabled_when: ALWAYS } : field] as const]
  })
  return {
    ...form,
    fields: Object.fromEntries(fields),
    layout: layoutWithout(form.layout, hidden),
    schema: withoutRequired(schemaWithout(form.schema, hidden), locked),
  }
}

function withoutRequired(schema: FormDefinition['schema'], names: readonly string[]): FormDefinition['schema'] {
  const { required } = schema as { required?: string[] }
  return required ? { ...schema, required: required.filter((name) => !names.includes(name)) } : schema
}

/** Every edited record has an id. */
const ALWAYS = { field: 'id', schema: {} }
