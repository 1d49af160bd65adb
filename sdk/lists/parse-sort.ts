import { ApiError } from '../errors/api-error.ts'
import type { ListQuery } from './list-query.ts'
import type { ListRules } from './list-rules.ts'
import { nearest_name } from '../declaration/nearest-name.ts'
import type { RawQuery } from '../routes/route-options.ts'
import { single_value } from './single-value.ts'

/**
 * Reads `_sort` and `_order`, each one name or a list with commas. `id` may always be sorted by and always decides at last, so
 * that pages neither overlap nor leave gaps.
 * @throws ApiError 400 `query_malformed`, `query_unknown`
 */
export function parse_sort(query: RawQuery, rules: ListRules): ListQuery['sort'] {
  const fields = namesOf(single_value(query, '_sort'))
  const orders = namesOf(single_value(query, '_order'))
  if (orders.length > fields.length) throw malformed('[_order] says more than [_sort]; give one order for each field.')
  const sort = fields.map((field, index) => ({ field: known(field, rules), order: orderOf(orders[index]) }))
  return sort.some(({ field }) => field === 'id')
    ? sort
    : [...sort, { field: 'id', order: sort.at(-1)?.order ?? 'asc' }]
}

const namesOf = (text: string | undefined) => (text ? text.split(',').map((name) => name.trim()) : [])

function known(field: string, rules: ListRules): string {
  const names = ['id', ...(rules.sort ?? [])]
  if (names.includes(field)) return field
  const nearest = nearest_name(field, names)
  const hint = nearest ? ` Did you mean [${nearest}]?` : ''
  const detail = `This list cannot be sorted by [${field}].${hint} It can be by ${[...new Set(names)].join(', ')}.`
  throw new ApiError('query_unknown', { detail })
}

function orderOf(text = 'asc'): 'asc' | 'desc' {
  const order = text.toLowerCase()
  if (order === 'asc' || order === 'desc') return order
  throw malformed(`[_order] takes asc or desc, not [${text}].`)
}

const malformed = (detail: string) => new ApiError('query_malformed', { detail })
