import type { Column, TableWidget } from '@atrium/sdk/documents'
import type { DataRecord } from '../api/paths.ts'
import { quoted, t } from '../language/t.ts'
import { filterKeys } from './comparisons.ts'
import type { Shared } from '../screen/shared.ts'
import { arrange } from './layout.ts'
import type { ChosenColumn } from './layout.ts'
import { readListState, sortPairs, writeListState } from './list-state.ts'
import type { ListState } from './list-state.ts'

export const VIEWS_PATH = '/api/v1/platform/views'

/** A saved view of a list, as the host sends it. */
export interface View extends DataRecord, Shared {
  id: number
  name: string
  query: string
}

/** What a view stores about a list. */
export type ViewState = Pick<ListState, 'q' | 'filters' | 'sort' | 'columns' | 'isDense' | 'isGrouped'>

/** The complete state of a list for a view, including defaults, so that the view stays the same if the declaration changes. */
export function viewQuery(widget: TableWidget, state: ViewState, shown: readonly ChosenColumn[]): string {
  const whole = {
    ...state,
    columns: shown,
    isDense: state.isDense ?? false,
    isGrid: null,
    page: 1,
    size: widget.page_size,
    isWhole: false,
    view: null,
  }
  const params = writeListState(new URLSearchParams(), widget, whole)
  if (!params.has('_sort')) for (const [name, value] of sortPairs(state.sort)) params.append(name, value)
  return String(params)
}

/**
 * Reads a view. Parts that the list no longer has, or that the person may not see, are left out and named.
 * @param columns those that the person may see
 */
export function readView(
  widget: TableWidget,
  columns: readonly Column[],
  query: string,
): { state: ViewState; leftOut: readonly string[] } {
  const params = new URLSearchParams(query)
  const read = readListState(params, widget)
  const sortable = new Set(['id', widget.default_sort?.field, ...columns.map((each) => each.sortable && each.name)])
  const isKnown = ({ name }: ChosenColumn) => columns.some((column) => column.name === name)
  const sort = read.sort.filter(({ field }) => sortable.has(field))
  const filters = offeredValues(widget, read.filters)
  const known = new Set([
    'q',
    '_sort',
    '_order',
    '_columns',
    '_rows',
    '_grouped',
    ...widget.filters.flatMap(filterKeys),
  ])
  const gone = [...params.keys()].filter((name) => !known.has(name))
  const values = Object.keys(read.filters).filter((name) => filters[name]?.length !== read.filters[name]?.length)
  const leftOut = [
    ...(read.columns ?? [])
      .filter((column) => !isKnown(column))
      .map(({ name }) => t('the column {name}', { name: fieldWords(name) })),
    ...[...gone, ...values].map((name) => t('the filter {name}', { name: fieldWords(name) })),
    ...read.sort
      .filter((each) => !sort.includes(each))
      .map(({ field }) => t('the order by {field}', { field: fieldWords(field) })),
  ]
  const shown = arrange(columns, read.columns)
  const q = widget.searchable ? read.q : ''
  const state = { q, filters, sort: sort.length > 0 ? sort : readListState(new URLSearchParams(), widget).sort }
  return {
    state: { ...state, columns: shown, isDense: read.isDense ?? false, isGrouped: read.isGrouped },
    leftOut: [...new Set(leftOut)],
  }
}

/** Removes choices that are no longer offered, because the host would refuse them. */
function offeredValues(widget: TableWidget, filters: ListState['filters']): ListState['filters'] {
  const offered = new Map<string, readonly string[]>()
  for (const filter of widget.filters) {
    if (filter.kind !== 'select') continue
    const values = filter.options.map(({ value }) => String(value))
    offered.set(filter.name, values).set(`${filter.name}_ne`, values)
  }
  const kept = Object.entries(filters).map(
    ([name, values]) => [name, values.filter((value) => offered.get(name)?.includes(value) ?? true)] as const,
  )
  return Object.fromEntries(kept.filter(([, values]) => values.length > 0))
}

/** `due_on_gte` → `due on`: a missing field has no label any more. */
const fieldWords = (name: string) => quoted(name.replace(/_(ne|gte|lte|like|null|within)$/, '').replaceAll('_', ' '))
