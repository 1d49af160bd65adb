import type { Dashboard, Filter, TableWidget } from '@atrium/sdk/documents'
import { filterKeys } from './comparisons.ts'
import type { ChosenColumn } from './layout.ts'
import { readColumns, writeColumns } from './layout.ts'

/** One order of a list. */
export interface Sort {
  field: string
  order: 'asc' | 'desc'
}

/** The part of a list that a person has chosen to see. */
export interface ListState {
  /** Counts from 1. */
  page: number
  size: number
  /** Whether all records stand below each other, and are read as one scrolls, `size` at a time. */
  isWhole: boolean
  /** The first decides; each further one orders records that are equal so far. */
  sort: readonly Sort[]
  q: string
  /** Values by their name in the address, as in the list dialect: `status`, `price_gte`; `due_on_within` is a named range of days. */
  filters: Readonly<Record<string, readonly string[]>>
  /** Null: the person's own setting for this list, or else as declared. */
  columns: readonly ChosenColumn[] | null
  /** Whether rows are lower, so that more of them fit. Null as for columns. */
  isDense: boolean | null
  /** Whether cells are edited as in a spreadsheet. Null: the person's own setting for this list. */
  isGrid: boolean | null
  /** Whether rows stand in groups of equal values of the first order. */
  isGrouped: boolean
  /** The id of the saved view that was opened, or `none` for the list without its default view; null if neither was chosen. */
  view: string | null
}

/** The id for a list shown as declared, although another view opens by default. */
export const NO_VIEW = 'none'

/** In the address, instead of the size of a page. */
const WHOLE = 'all'

/** The number of records that are read at once while one scrolls through all of them. */
const BLOCK = 100

/** The host returns no larger pages. */
const LARGEST_PAGE = 500

/**
 * The first table of a screen uses the plain names in the address (`_page`); those of further tables begin with their id (`notes._page`).
 */
export const statePrefix = ({ id }: TableWidget, { widgets }: Pick<Dashboard, 'widgets'>): string =>
  widgets.find(({ kind }) => kind === 'table')?.id === id ? '' : `${id}.`

/** Reads a list's state from the address. The names are those of the list dialect, preceded by `prefix` on a screen with several lists. */
export function readListState(params: URLSearchParams, widget: TableWidget, prefix = ''): ListState {
  const get = (name: string) => params.get(prefix + name)
  const isWhole = get('_limit') === WHOLE
  return {
    page: isWhole ? 1 : (wholeNumber(get('_page')) ?? 1),
    size: isWhole ? BLOCK : Math.min(wholeNumber(get('_limit')) ?? widget.page_size, LARGEST_PAGE),
    isWhole,
    sort: readSort(get('_sort'), get('_order')) ?? defaultSort(widget),
    q: get('q') ?? '',
    filters: readFilters(params, widget.filters, prefix),
    columns: readColumns(get('_columns')),
    isDense: readDensity(get('_rows')),
    isGrid: get('_grid') === 'yes' ? true : null,
    isGrouped: get('_grouped') === 'yes',
    view: get('_view'),
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
  if (!isDefaultSort(widget, state.sort)) for (const [name, value] of sortPairs(state.sort)) put(name, value)
  if (state.view !== null) put('_view', state.view)
  if (state.columns) put('_columns', writeColumns(state.columns))
  if (state.isDense !== null) put('_rows', state.isDense ? 'compact' : 'comfortable')
  if (state.isGrid) put('_grid', 'yes')
  if (state.isGrouped) put('_grouped', 'yes')
  if (state.isWhole) put('_limit', WHOLE)
  else if (state.size !== widget.page_size) put('_limit', state.size)
  if (state.page > 1) put('_page', state.page)
  return written
}

/** Whether a search or a filter narrows the list. */
export function isNarrowed(state: ListState): boolean {
  return state.q !== '' || Object.keys(state.filters).length > 0
}

/** Reads the values of the offered filters from an address. */
export function readFilters(params: URLSearchParams, offered: readonly Filter[], prefix = ''): ListState['filters'] {
  const pairs = offered
    .flatMap(filterKeys)
    .map((name) => [name, params.getAll(prefix + name).filter((value) => value !== '')] as const)
  return Object.fromEntries(pairs.filter(([, values]) => values.length > 0))
}

function readSort(fields: string | null, orders: string | null): Sort[] | null {
  if (fields === null || fields === '') return null
  const given = (orders ?? '').toUpperCase().split(',')
  return fields.split(',').map((field, index) => ({ field, order: given[index] === 'DESC' ? 'desc' : 'asc' }))
}

/** Orders in the list dialect: `_sort=status,price` and `_order=ASC,DESC`. */
export function sortPairs(sort: readonly Sort[]): (readonly [string, string])[] {
  if (sort.length === 0) return []
  return [
    ['_sort', sort.map(({ field }) => field).join(',')],
    ['_order', sort.map(({ order }) => order.toUpperCase()).join(',')],
  ]
}

function readDensity(text: string | null): boolean | null {
  return text === 'compact' || text === 'comfortable' ? text === 'compact' : null
}

/** The default order of a list. */
export const defaultSort = ({ default_sort }: TableWidget): readonly Sort[] => (default_sort ? [default_sort] : [])

function isDefaultSort(widget: TableWidget, sort: readonly Sort[]): boolean {
  return String(sortPairs(sort)) === String(sortPairs(defaultSort(widget)))
}

function ownNames(widget: TableWidget, prefix: string): Set<string> {
  const names = [
    '_page',
    '_limit',
    '_sort',
    '_order',
    '_columns',
    '_rows',
    '_grid',
    '_grouped',
    '_view',
    'q',
    ...widget.filters.flatMap(filterKeys),
  ]
  return new Set(names.map((name) => prefix + name))
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

/**
 * The orders after a click on a column header: ascending, descending, then back to the default. With `adds`, as for Shift and a click,
 * the other orders stay.
 */
export function nextSort(
  sort: readonly Sort[],
  field: string,
  { byDefault, adds = false }: { byDefault: readonly Sort[]; adds?: boolean },
): readonly Sort[] {
  // Two records never have the same id, so an order after it would have no effect.
  const base = adds ? sort.filter((each) => each.field !== 'id') : sort.slice(0, sort.length === 1 ? 1 : 0)
  const current = base.find((each) => each.field === field)
  if (current === undefined) return [...(adds ? base : []), { field, order: 'asc' }]
  if (current.order === 'asc') return base.map((each) => (each === current ? turned(each) : each))
  if (base.length > 1) return base.filter((each) => each !== current)
  return byDefault[0]?.field === field ? [{ field, order: 'asc' }] : byDefault
}

const turned = ({ field, order }: Sort): Sort => ({ field, order: order === 'asc' ? 'desc' : 'asc' })
