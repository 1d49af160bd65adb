import type { TObject } from 'typebox'
import { ApiError } from '../errors/api-error.ts'
import { list_parameters } from './list-parameters.ts'
import type { ListFilter, ListQuery } from './list-query.ts'
import type { ListRules } from './list-rules.ts'
import { nearest_name } from '../declaration/nearest-name.ts'
import { parse_filter } from './parse-filter.ts'
import { is_paged, LARGEST_PAGE, PAGING_PARAMETERS, parse_paging } from './parse-paging.ts'
import type { Paging } from './parse-paging.ts'
import { parse_sort } from './parse-sort.ts'
import type { RawQuery } from '../routes/route-options.ts'
import { single_value } from './single-value.ts'

const COMMON = new Set<string>([...PAGING_PARAMETERS, '_sort', '_order'])

/**
 * Reads a list query in the dialect of json-server 0.17 and `ra-data-json-server` (design section 3). Nothing is ignored: a
 * parameter that is not known, `_embed` and `_expand` included, is refused with those that are.
 *
 *     parse_list_query({ _sort: 'name', _start: '0', _end: '25', status: 'active' }, Item, rules)
 *
 * @throws ApiError 400 `query_unknown`, `query_malformed`
 */
export function parse_list_query(query: RawQuery, schema: TObject, rules: ListRules): ListQuery {
  const filters = parseFilters(query, { schema, rules })
  const search = parseSearch(query, rules)
  return { filters, ...(search && { search }), sort: parse_sort(query, rules), ...pagingOf(query) }
}

/** `?id=1&id=2` asks for these records, however many: `ra` resolves references that way. */
function pagingOf(query: RawQuery): Paging {
  return query.id !== undefined && !is_paged(query) ? { offset: 0, limit: LARGEST_PAGE } : parse_paging(query)
}

function parseFilters(query: RawQuery, { schema, rules }: { schema: TObject; rules: ListRules }): ListFilter[] {
  const parameters = list_parameters(schema, rules)
  const filters: ListFilter[] = []
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || COMMON.has(name) || (name === 'q' && rules.search?.length)) continue
    const parameter = parameters.get(name)
    if (!parameter) throw unknown(name, [...parameters.keys(), ...COMMON, ...(rules.search?.length ? ['q'] : [])])
    filters.push(...parse_filter(parameter, value))
  }
  return filters
}

function parseSearch(query: RawQuery, rules: ListRules): string | undefined {
  const text = rules.search?.length ? single_value(query, 'q')?.trim() : undefined
  if (text?.includes('\0')) throw new ApiError('query_malformed', { detail: '[q] takes text without NUL characters.' })
  return text
}

function unknown(name: string, names: readonly string[]): ApiError {
  const nearest = nearest_name(name, names)
  const hint = nearest ? ` Did you mean [${nearest}]?` : ''
  const detail = `This list knows no parameter [${name}].${hint} It knows ${[...names].sort().join(', ')}.`
  return new ApiError('query_unknown', { detail })
}
