import { Type } from 'typebox'
import { ApiError } from '../errors/api-error.ts'
import type { RawQuery } from './query-string.ts'
import { single_value } from './query-string.ts'

/** Records on a page by default. */
export const PAGE_SIZE = 25

/** The most records that one query may ask for. */
export const LARGEST_PAGE = 500

/** The requested part of a list. */
export interface Paging {
  readonly offset: number
  readonly limit: number
}

/** The names of the parameters that say which part of a list is meant. */
export const PAGING_PARAMETERS = ['_start', '_end', '_page', '_limit'] as const

const Count = Type.Optional(Type.String())

/** The query of a route that answers a part of a list and takes nothing else. `parse_paging` checks the numbers. */
export const PagingQuery = Type.Object({ _page: Count, _limit: Count, _start: Count, _end: Count })

/**
 * Reads `_start` and `_end` (exclusive), or `_start` and `_limit`, or `_page` (from 1) and `_limit`. A larger `_limit` than 500 is
 * refused, because a client that computes the next offset from it would miss records. A later `_end` is clamped: clients
 * of json-server mean “as many as there are” (react-admin exports with `_end=1000`), and `X-Limit` and `Link` describe the actual page.
 * @throws ApiError 400 `query_malformed`
 */
export function parse_paging(query: RawQuery): Paging {
  const start = count(query, '_start')
  const end = count(query, '_end')
  const page = count(query, '_page')
  const limit = count(query, '_limit')
  if (page !== undefined && (start !== undefined || end !== undefined)) throw mixed('_page', '_start and _end')
  if (end !== undefined && limit !== undefined) throw mixed('_end', '_limit')
  if (page === 0) throw malformed('[_page] starts at 1. Send 1 for the first page.')
  if (end !== undefined && end < (start ?? 0))
    throw malformed('[_end] must not be less than [_start]. Send a larger [_end].')
  if (limit !== undefined && limit > LARGEST_PAGE)
    throw malformed(`[${limit}] records are too many for one request. Request at most ${LARGEST_PAGE}.`)
  const size = end === undefined ? (limit ?? PAGE_SIZE) : Math.min(end - (start ?? 0), LARGEST_PAGE)
  return { offset: page === undefined ? (start ?? 0) : (page - 1) * size, limit: size }
}

/** Whether a query asks for a part of the list. */
export const is_paged = ({ _start, _end, _page, _limit }: RawQuery) =>
  _start !== undefined || _end !== undefined || _page !== undefined || _limit !== undefined

function count(query: RawQuery, name: string): number | undefined {
  if (query[name] === undefined) return undefined
  const text = single_value(query, name) ?? ''
  if (!/^\d{1,12}$/.test(text)) throw malformed(`[${name}] must be a whole number, not [${text}].`)
  return Number(text)
}

const mixed = (one: string, other: string) =>
  malformed(`[${one}] cannot be combined with [${other}]. Use only one of them.`)

const malformed = (detail: string) => new ApiError('query_malformed', { detail })
