import type { ListRules } from '@atrium/sdk'
import type { TableDraft, ColumnDraft } from '@atrium/sdk/host'
import type { Action, TableWidget, Column } from '@atrium/sdk/documents'
import type { Report } from '../checks/finding.ts'
import { fixOfField, knownNames } from '../checks/finding.ts'
import type { RouteIndex } from '../checks/route-index.ts'
import type { FieldInfo, Fields } from './field-info.ts'
import { makeFilters } from './make-filters.ts'
import { reportKind } from './kinds.ts'
import { reportValues } from './values.ts'
import { SHOWN_KIND, shownMembers } from './shown-value.ts'

export interface TableContext {
  /** The resource or list, for messages. */
  readonly name: string
  readonly fields: Fields
  /** Undefined if the list belongs to another plugin or to no record kit. Nothing is checked then. */
  readonly rules: ListRules | undefined
  /** The base of relative paths. */
  readonly api_base: string | undefined
  readonly routes: RouteIndex
  readonly report: Report
}

/** Columns beyond this number are hidden until a person shows them. */
const SHOWN_BY_DEFAULT = 6

/** The columns of a table, completed from the record. Without a declaration: one for every visible field. */
function makeColumns(drafts: readonly ColumnDraft[] | undefined, context: TableContext): Column[] {
  if (drafts === undefined) return defaultColumns(context)
  return drafts.flatMap((draft) => {
    const field = context.fields.get(draft.name)
    if (field !== undefined) return [makeColumn(draft, field, context)]
    context.report({
      code: 'column_unknown',
      message: `The column [${draft.name}] is not a field of [${context.name}].`,
      fix: fixOfField(draft, context.fields),
      origin: draft.origin,
    })
    return []
  })
}

function defaultColumns(context: TableContext): Column[] {
  const isShown = ({ name, type, writeOnly }: FieldInfo) => name !== 'id' && type !== 'objects' && !writeOnly
  const visible = [...context.fields.values()].filter(isShown)
  return visible.map((field, index) => {
    const draft = { origin: {}, kind: SHOWN_KIND[field.type], name: field.name, hidden: index >= SHOWN_BY_DEFAULT }
    return makeColumn(draft, field, context)
  })
}

function makeColumn(draft: ColumnDraft, field: FieldInfo, context: TableContext): Column {
  const who = `The column [${draft.name}] of [${context.name}]`
  const place = { who, report: context.report, origin: draft.origin }
  reportKind({ kind: draft.kind, field, ...place })
  reportValues(Object.keys(draft.colors ?? {}), field, { ...place, code: 'color_without_value' })
  const align = draft.align ?? (draft.kind === 'number' || draft.kind === 'money' ? 'end' : undefined)
  return {
    kind: draft.kind,
    name: draft.name,
    label: draft.label ?? field.label,
    sortable: sortableOf(draft, context),
    ...(align && { align }),
    ...summaryOf(draft, context),
    ...(draft.hidden === true && { hidden: true }),
    ...(field.permission !== undefined && { permission: field.permission }),
    ...(draft.kind === 'text' && draft.wrap === true && { wrap: true }),
    ...shownMembers(draft, field, {
      ...context,
      who,
      origin: draft.origin,
    }),
  } as Column
}

function summaryOf({ name, summary, origin }: ColumnDraft, context: TableContext): Pick<Column, 'summary'> {
  if (summary === undefined) return {}
  if (context.rules?.summarize?.includes(name) ?? true) return { summary }
  context.report({
    code: 'kind_mismatch',
    message: `The column [${name}] of [${context.name}] has [summarize('${summary}')], but its list has no numbers of it.`,
    fix: "Remove [summarize()], use a field that holds numbers, or add it to the store's `summarize`.",
    origin,
  })
  return {}
}

function sortableOf(draft: ColumnDraft, { rules, name, report }: TableContext): boolean {
  const supported = rules?.sort?.includes(draft.name) ?? false
  if (draft.sortable !== true || rules === undefined || supported) return draft.sortable ?? supported
  report({
    code: 'sort_not_supported',
    message: `The column [${draft.name}] of [${name}] is [sortable()], but its list cannot be sorted by it.`,
    fix: `Add '${draft.name}' to the store's \`sort\`, or remove [sortable()].`,
    origin: draft.origin,
  })
  return false
}

const PAGE_SIZE = 25

/** The inputs of a table besides its declaration. */
export interface TableSource extends TableContext {
  /** Shown while the table is empty. */
  readonly empty: TableWidget['empty']
  /** The widget's id, the path of the list, and the screens. */
  readonly place: Pick<
    TableWidget,
    | 'id'
    | 'list_path'
    | 'record_title_attribute'
    | 'record_subtitle'
    | 'resource_id'
    | 'permission'
    | 'view_path'
    | 'edit_path'
    | 'create'
    | 'import'
  > & { readonly heading?: string }
  readonly actions: readonly Action[]
}

/** Makes a table widget: of a list screen, of a relation block, or of a custom dashboard. */
export function makeTable(draft: Partial<TableDraft>, source: TableSource): TableWidget {
  const { heading, ...place } = source.place
  const sort = defaultSort(draft, source)
  return {
    kind: 'table',
    ...place,
    ...(heading !== undefined && { title: heading }),
    columns: makeColumns(draft.columns, source),
    filters: makeFilters(draft.filters ?? [], source),
    searchable: (source.rules?.search?.length ?? 0) > 0,
    ...(sort && { default_sort: sort }),
    page_size: draft.page_size ?? PAGE_SIZE,
    exportable: source.rules !== undefined,
    actions: [...source.actions],
    empty: draft.empty ?? source.empty,
  }
}

/** The declared order. Default: newest first, if records have an id and the list belongs to a record kit, which always sorts by it. */
function defaultSort(
  draft: Partial<TableDraft>,
  { rules, fields, name, report }: TableSource,
): TableWidget['default_sort'] {
  const declared = draft.default_sort
  if (declared === undefined)
    return rules !== undefined && fields.has('id') ? { field: 'id', order: 'desc' } : undefined
  const { field, order, origin } = declared
  if (!fields.has(field)) {
    report({
      code: 'field_unknown',
      message: `The default order of [${name}] is by [${field}], which is not a field of the record.`,
      fix: knownNames(field, fields.keys()),
      origin,
    })
    return undefined
  }
  if (rules === undefined || field === 'id' || rules.sort?.includes(field)) return { field, order }
  report({
    code: 'sort_not_supported',
    message: `The default order of [${name}] is by [${field}], but its list cannot be sorted by it.`,
    fix: `Add '${field}' to the store's \`sort\`.`,
    origin,
  })
  return undefined
}
