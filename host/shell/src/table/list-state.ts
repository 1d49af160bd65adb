import type { Filter, TableWidget } from '@atrium/sdk/documents'

interface Sort {
  field: string
  order: 'asc' | 'desc'
}

/** The part of a list that a person has chosen to see. */
export interface ListState {
  /** Counts from 1. */
  page: number
  size: number
  sort: Sort | null
  q: string
  /** Values by their name in the list dialect: `status`, `price_gte`. */
  filters: Readonly<Record<string, readonly string[]>>
}

/** The host returns no larger pages. */
const LARGEST_PAGE = 500

/** Reads a list's state from the address. The names are those of the list dialect; on a screen with several lists, `prefix` is in front. */
export function readListState(params: URLSearchParams, widget: TableWidget, prefix = ''): ListState {
  const get = (name: string) => params.get(prefix + name)
  return {
    page: wholeNumber(get('_page')) ?? 1,
    size: Math.min(wholeNumber(get('_limit')) ?? widget.page_size, LARGEST_PAGE),
    sort: readSort(get('_sort'), get('_order')) ?? widget.default_sort ?? null,
    q: get('q') ?? '',
    filters: readFilters(widget, (name) => params.getAll(prefix + name)),
  }
}

/** Writes a list's state into an address and leaves other parameters alone. Defaults are not written. */
export function writeListState(
  params: URLSearchParams,
  widget: TableWidget,
  state: ListState,
  prefix = '',
): URLSearchParams {
  const written = new URLSearchParams([...params].filter(([name]) => !ownNames(widget, prefix).has(name)))
  const put = (name: string, value: string | number) => written.append(prefix + name, String(value))
  if (state.q !== '') put('q', state.q)
  for (const [name, values] of Object.entries(state.filters)) for (const value of values) put(name, value)
  if (state.sort && !isDefaultSort(widget, state.sort)) {
    put('_sort', state.sort.field)
    put('_order', state.sort.order.toUpperCase())
  }
  if (state.size !== widget.page_size) put('_limit', state.size)
  if (state.page > 1) put('_page', state.page)
  return written
}

/** Whether a search or a filter narrows the list. */
export function isNarrowed(state: ListState): boolean {
  return state.q !== '' || Object.keys(state.filters).length > 0
}

function readFilters(widget: TableWidget, getAll: (name: string) => string[]): ListState['filters'] {
  const pairs = widget.filters
    .flatMap(filterKeys)
    .map((name) => [name, getAll(name).filter((value) => value !== '')] as const)
  return Object.fromEntries(pairs.filter(([, values]) => values.length > 0))
}

function readSort(field: string | null, order: string | null): Sort | null {
  if (field === null || field === '') return null
  return { field, order: order?.toUpperCase() === 'DESC' ? 'desc' : 'asc' }
}

function isDefaultSort({ default_sort }: TableWidget, sort: Sort): boolean {
  return default_sort?.field === sort.field && default_sort.order === sort.order
}

function ownNames(widget: TableWidget, prefix: string): Set<string> {
  const names = ['_page', '_limit', '_sort', '_order', 'q', ...widget.filters.flatMap(filterKeys)]
  return new Set(names.map((name) => prefix + name))
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

/** The names that a filter has in the list dialect. Empty for a kind that this shell does not know. */
export function filterKeys(filter: Filter): string[] {
  switch (filter.kind) {
    case 'text':
      return [`${filter.name}_like`]
    case 'select':
    case 'ternary':
    case 'relation':
      return [filter.name]
    case 'number_range':
    case 'date_range':
      return [`${filter.name}_gte`, `${filter.name}_lte`]
    case 'is_null':
      return [`${filter.name}_null`]
    default:
      return []
  }
}

/** The sort order after a click on a column header: ascending, descending, then back to the default. */
export function nextSort(sort: Sort | null, field: string, byDefault: Sort | null): Sort | null {
  if (sort?.field !== field) return { field, order: 'asc' }
  if (sort.order === 'asc') return { field, order: 'desc' }
  return byDefault?.field === field ? { field, order: 'asc' } : byDefault
}
