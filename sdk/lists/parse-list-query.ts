import type { TObject } from 'typebox'
import { nearest_name } from '../declaration/nearest-name.ts'
import { ApiError } from '../errors/api-error.ts'
import type { RawQuery } from './query-string.ts'
import type { ListParameter, ListRules } from './list-rules.ts'
import { list_parameters } from './list-rules.ts'
import { BY_ID, type ListFilter, type ListQuery, type Operand } from './list-query.ts'
import { end_of_day, is_date, operand_rule, to_operand } from './operand.ts'
import { is_paged, LARGEST_PAGE, PAGE_SIZE, PAGING_PARAMETERS, parse_paging } from './parse-paging.ts'
import { single_value } from './query-string.ts'
import { require_search_text } from './search-words.ts'

const COMMON = new Set<string>([...PAGING_PARAMETERS, '_sort', '_order', '_summary'])

/**
 * Parses a list query without regard to the caller. Plugins use `parse_list_query` of `records/parse-visible-query`.
 * @param rules_of returns the rules, which may take a look at the caller's roles; not called for a query that is empty
 * @throws ApiError 400 `query_unknown`, `query_malformed`
 */
export function parse_list_query(query: RawQuery, schema: TObject, rules_of: () => ListRules): ListQuery {
  if (Object.keys(query).length === 0) return { filters: [], sort: BY_ID, offset: 0, limit: PAGE_SIZE }
  const rules = rules_of()
  const filters = parseFilters(query, { schema, rules })
  const search = query.q !== undefined && rules.search?.length ? parseSearch(query) : undefined
  // `?id=1&id=2` asks for these records, however many: `ra` resolves references that way.
  const standard = { offset: 0, limit: query.id === undefined ? PAGE_SIZE : LARGEST_PAGE }
  const paging = is_paged(query) ? parse_paging(query) : standard
  const isSorted = query._sort !== undefined || query._order !== undefined
  return {
    filters,
    ...(search && { search }),
    sort: isSorted ? parse_sort(query, rules) : BY_ID,
    ...paging,
    ...(query._summary !== undefined && { summarize: parse_summary(query, rules) }),
  }
}

/**
 * Reads `_summary`: one field or a list with commas.
 * @throws ApiError 400 `query_unknown`
 */
function parse_summary(query: RawQuery, { summarize = [] }: ListRules): readonly string[] {
  const names = new Set(namesOf(single_value(query, '_summary')))
  for (const name of names) if (!summarize.includes(name)) throw refused_field('summarized', name, summarize)
  return [...names]
}

function refused_field(use: string, field: string, names: readonly string[]): ApiError {
  const nearest = nearest_name(field, names)
  const hint = nearest ? ` Did you mean [${nearest}]?` : ''
  const known = names.length === 0 ? 'It has no such field.' : `It can be ${use} by ${[...new Set(names)].join(', ')}.`
  return new ApiError('query_unknown', { detail: `This list cannot be ${use} by [${field}].${hint} ${known}` })
}

function parseFilters(query: RawQuery, { schema, rules }: { schema: TObject; rules: ListRules }): ListFilter[] {
  const filters: ListFilter[] = []
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || COMMON.has(name) || (name === 'q' && rules.search?.length)) continue
    const parameters = list_parameters(schema, rules)
    const parameter = parameters.get(name)
    if (!parameter) throw unknown(name, [...parameters.keys(), ...COMMON, ...(rules.search?.length ? ['q'] : [])])
    filters.push(...parse_filter(parameter, value))
  }
  return filters
}

function parseSearch(query: RawQuery): string | undefined {
  const text = single_value(query, 'q')
  return text && require_search_text(text)
}

function unknown(name: string, names: readonly string[]): ApiError {
  const nearest = nearest_name(name, names)
  const hint = nearest ? ` Did you mean [${nearest}]?` : ''
  const detail = `This list does not accept the parameter [${name}].${hint} It accepts ${[...names].sort().join(', ')}.`
  return new ApiError('query_unknown', { detail })
}

/**
 * Reads `_sort` and `_order`, each one name or a list with commas. `id` may always be sorted by and always decides at last, so
 * that pages neither overlap nor leave gaps.
 * @throws ApiError 400 `query_malformed`, `query_unknown`
 */
function parse_sort(query: RawQuery, rules: ListRules): ListQuery['sort'] {
  const fields = namesOf(single_value(query, '_sort'))
  const orders = namesOf(single_value(query, '_order'))
  if (orders.length > fields.length)
    throw malformedSort('[_order] has more entries than [_sort]. Give one order for each field.')
  const sort = fields.map((field, index) => ({ field: sortable(field, rules), order: orderOf(orders[index]) }))
  return sort.some(({ field }) => field === 'id')
    ? sort
    : [...sort, { field: 'id', order: sort.at(-1)?.order ?? 'asc' }]
}

const namesOf = (text: string | undefined) => (text ? text.split(',').map((name) => name.trim()) : [])

function sortable(field: string, rules: ListRules): string {
  const names = ['id', ...(rules.sort ?? [])]
  if (names.includes(field)) return field
  throw refused_field('sorted', field, names)
}

function orderOf(text = 'asc'): 'asc' | 'desc' {
  const order = text.toLowerCase()
  if (order === 'asc' || order === 'desc') return order
  throw malformedSort(`[_order] must be asc or desc, not [${text}].`)
}

const malformedSort = (detail: string) => new ApiError('query_malformed', { detail })

const ONCE = new Set(['gte', 'lte', 'null'])

/**
 * Converts one filtering parameter, which may be given repeatedly. A date compared with a time means the whole day, which takes
 * two conditions.
 * @throws ApiError 400 `query_malformed`
 */
function parse_filter(parameter: ListParameter, given: string | readonly string[]): readonly ListFilter[] {
  const texts = typeof given === 'string' ? [given] : given
  const [first = ''] = texts
  if (texts.length > LARGEST_PAGE) throw malformedValue(parameter, `accepts at most ${LARGEST_PAGE} values at a time`)
  if (texts.length > 1 && ONCE.has(parameter.comparison))
    throw malformedValue(parameter, 'accepts only one value. Give it once')
  if (parameter.comparison === 'null') return [filterOf(parameter, [parseBoolean(parameter, first)])]
  if (parameter.type.kind === 'date-time' && texts.length === 1 && is_date(first)) return wholeDay(parameter, first)
  const values = texts.map((text) => parseOperand(parameter, text))
  return [filterOf(parameter, values)]
}

function wholeDay(parameter: ListParameter, date: string): readonly ListFilter[] {
  const from = filterOf({ ...parameter, comparison: 'gte' }, [`${date}T00:00:00.000Z`])
  const to = filterOf({ ...parameter, comparison: 'lte' }, [end_of_day(date)])
  if (parameter.comparison === 'eq') return [from, to]
  if (parameter.comparison === 'ne') throw malformedValue(parameter, 'must be a time. It cannot exclude a whole day')
  return [parameter.comparison === 'gte' ? from : to]
}

const filterOf = ({ field, comparison }: ListParameter, values: readonly Operand[]) => ({ field, comparison, values })

function parseOperand(parameter: ListParameter, text: string): Operand {
  const value = to_operand(parameter.type, text)
  if (value !== undefined) return value
  const hint = LOST_PLUS.test(text) ? '. In an address, the + of an offset has to be written as %2B' : ''
  throw malformedValue(parameter, `must be ${operand_rule(parameter.type)}, not [${text}]${hint}`)
}

/** A time whose `+` has been read as a space, as in a form. */
const LOST_PLUS = /T[\d:.]+ \d{2}:?\d{2}$/i

function parseBoolean(parameter: ListParameter, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  throw malformedValue(parameter, `must be true or false, not [${text}]`)
}

const malformedValue = ({ name }: ListParameter, what: string) =>
  new ApiError('query_malformed', { detail: `[${name}] ${what}.` })
