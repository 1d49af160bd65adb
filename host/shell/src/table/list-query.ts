import { instantAt } from '../values/dates.ts'
import type { Filter, TableWidget } from '@atrium/sdk/documents'
import type { RecordId } from '../api/paths.ts'
import { dayRangeCalled } from '../values/day-ranges.ts'
import { filterKeys, withinKey } from './comparisons.ts'
import { sortPairs } from './list-state.ts'
import type { ListState } from './list-state.ts'

/** The query for one page, in the list dialect. */
export function pageQuery(widget: TableWidget, state: ListState): string {
  const start = (state.page - 1) * state.size
  return joined(matching(widget, state), [...sortPairs(state.sort), ['_start', start], ['_end', start + state.size]])
}

/** The query for all matching records, sorted and not paged: for an export. */
export function exportQuery(widget: TableWidget, state: ListState): string {
  return joined(matching(widget, state), sortPairs(state.sort))
}

/** Characters of an address that every server and proxy accepts, with room for the path. */
const LONGEST = 6_000

/** The queries for the records with these ids, sorted, not more in one than fit into an address. */
export function chosenQueries(state: Pick<ListState, 'sort'>, ids: readonly RecordId[]): string[] {
  const order = joined(sortPairs(state.sort))
  const queries: string[] = []
  for (const id of ids) {
    const one = joined([['id', id]])
    const last = queries.at(-1)
    if (last === undefined || last.length + one.length > LONGEST) queries.push(order === '' ? one : `${order}&${one}`)
    else queries[queries.length - 1] = `${last}&${one}`
  }
  return queries
}

/** The query that returns only which records match: for an action on all of them. */
export function matchQuery(widget: TableWidget, state: ListState): string {
  return joined(matching(widget, state), [])
}

/** The query for the figures of columns over all matching records. */
export function summaryQuery(widget: TableWidget, state: ListState, columns: readonly string[]): string {
  return joined(matching(widget, state), [
    ['_summary', columns.join(',')],
    ['_limit', 0],
  ])
}

type Pairs = readonly (readonly [string, string | number])[]

function joined(...parts: Pairs[]): string {
  const params = new URLSearchParams()
  for (const [name, value] of parts.flat()) params.append(name, String(value))
  return params.toString()
}

function matching(widget: TableWidget, state: ListState): Pairs {
  const filters = widget.filters.flatMap((filter) => {
    const days = filter.kind === 'date_range' ? namedDays(filter.name, state.filters) : undefined
    const set = { ...state.filters, ...days }
    return filterKeys(filter).flatMap((name) =>
      (set[name] ?? []).map((value) => [name, queryValue(filter, name, value)] as const),
    )
  })
  return state.q === '' ? filters : [['q', state.q], ...filters]
}

/** The days of a named range today. An unknown name is sent unchanged, so that the host can reject it. */
function namedDays(field: string, filters: ListState['filters']): ListState['filters'] | undefined {
  const range = dayRangeCalled(filters[withinKey(field)]?.[0])
  return range && { [withinKey(field)]: [], [`${field}_gte`]: [range.from], [`${field}_lte`]: [range.to] }
}

/**
 * The address contains calendar days. If the field contains instants, the query covers each day from its first to its last moment in the
 * person's time zone.
 */
function queryValue(filter: Filter, name: string, value: string): string {
  if (filter.kind !== 'date_range' || !filter.time) return value
  const moment = instantAt(`${value} ${name.endsWith('_gte') ? '00:00:00.000' : '23:59:59.999'}`)
  return moment === null ? value : moment.toISOString()
}
