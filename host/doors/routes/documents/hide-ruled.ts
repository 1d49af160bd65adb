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
import { as_caller, store_access, visible_rules } from '@atrium/sdk/host'
import type { Operation, OperationRegistry } from '../../../core/registries/index.ts'
import { layoutWithout, schemaWithout } from './hide-denied.ts'

/** The fields that the roles of a caller hide in the records behind a part of a document. */
interface Hiding {
  /** On every record, or in an answer that contains no records. */
  isHidden(name: string): boolean
  /** On at least some records: not available for sorting, filtering or searching. */
  isHiddenSomewhere(name: string): boolean
  /** Read-only on every record. */
  isLocked(name: string): boolean
  readonly isSearchable: boolean
}

/** Finds the hidden fields of the operation behind a path of a document. Undefined: none. `rows` is the path to the rows in the answer. */
type HidingOf = (method: string, path: string, rows?: string) => Hiding | undefined

/** Finds the fields that the roles of a caller hide in the operations of a host. */
export function hidingFor(operations: OperationRegistry, caller: Caller): HidingOf {
  return (method, path, rows) => {
    const match = operations.match(method, path.split('?')[0] ?? path)
    if (match === undefined || 'allowed' in match) return undefined
    const { operation } = match
    return as_caller(caller, () => hidingOf(operation, { caller, rows }), { operation })
  }
}

interface Asked {
  readonly caller: Caller
  readonly rows: string | undefined
}

function hidingOf(operation: Operation, { caller, rows }: Asked): Hiding | undefined {
  const { store } = operation.declaration
  if (store === undefined) return hidingInAnswer(operation, { caller, rows })
  const all = store_access(store, caller)
  if (all.length === 0) return undefined
  return {
    isHidden: (name) => all.some(({ hidden }) => hidden.has(name)),
    isHiddenSomewhere: (name) => all.some(({ hidden_somewhere }) => hidden_somewhere.has(name)),
    isLocked: (name) => all.some(({ locked }) => locked.has(name)),
    isSearchable: (visible_rules(store, caller).search ?? []).length > 0,
  }
}

/** For an operation without a store: the fields that its `withhold` removes from the answer. */
function hidingInAnswer({ withhold, declaration }: Operation, { caller, rows }: Asked): Hiding {
  const { response } = declaration.options
  const isList = response !== undefined && 'type' in response && response.type === 'array'
  const places = rows === undefined ? [] : rows.split('/').reverse()
  const isHidden = (name: string) => {
    const row: unknown = { [name]: 0 }
    const value = places.reduce((inner, place) => ({ [place]: inner }), isList || places.length > 0 ? [row] : row)
    return withhold.answer(value, caller) !== value
  }
  return { isHidden, isHiddenSomewhere: isHidden, isLocked: isHidden, isSearchable: true }
}

/** Returns a document without the fields that the caller's roles hide; the document itself if it contains none of them. */
export function hideRuled<Document extends object>(document: Document, hidingAt: HidingOf): Document {
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
