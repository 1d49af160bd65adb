import type { TableDraft } from '@atrium/sdk/host'
import type { Action, TableWidget } from '@atrium/sdk/documents'
import { makeColumns, type TableContext } from './make-columns.ts'
import { makeFilters } from './make-filters.ts'

const PAGE_SIZE = 25

/** What a table is made of besides its declaration. */
export interface TableSource extends TableContext {
  /** What it says while there is nothing in it. */
  readonly empty: TableWidget['empty']
  /** Id of the widget, path of the list, screens. */
  readonly place: Pick<
    TableWidget,
    'id' | 'list_path' | 'record_title_attribute' | 'resource_id' | 'view_path' | 'edit_path' | 'create'
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

/** As declared; else newest first where records have an id and the list is the record kit's, which always sorts by it. */
function defaultSort(
  draft: Partial<TableDraft>,
  { rules, fields, name, report }: TableSource,
): TableWidget['default_sort'] {
  const declared = draft.default_sort
  if (declared === undefined)
    return rules !== undefined && fields.has('id') ? { field: 'id', order: 'desc' } : undefined
  const { field, order, origin } = declared
  if (rules === undefined || field === 'id' || rules.sort?.includes(field)) return { field, order }
  report({
    code: 'sort_not_supported',
    message: `[${name}] is sorted by [${field}] at first, but its list cannot be sorted by it.`,
    fix: `Add '${field}' to the store's \`sort\`.`,
    origin,
  })
  return undefined
}
