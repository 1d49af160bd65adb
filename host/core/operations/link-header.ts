import type { RawQuery } from '@atrium/sdk'
import { is_paged, type Paging } from '@atrium/sdk/host'

/**
 * The `Link` of a list (RFC 8288): first, prev, next and last, in the paging parameters that the query came with. Empty where
 * everything was asked for by id, or nothing.
 */
export function linkHeader(
  path: string,
  query: RawQuery,
  { offset, limit, total }: Paging & { total: number },
): string {
  if (limit === 0 || (query.id !== undefined && !is_paged(query))) return ''
  const to = linkTo(path, query, limit)
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit
  const links = [`${to(0)}; rel="first"`]
  if (offset > 0) links.push(`${to(Math.max(0, Math.min(offset - limit, last)))}; rel="prev"`)
  if (offset + limit < total) links.push(`${to(offset + limit)}; rel="next"`)
  return [...links, `${to(last)}; rel="last"`].join(', ')
}

function linkTo(path: string, query: RawQuery, limit: number): (offset: number) => string {
  const rest = restOf(query)
  const byPage = query._start === undefined && query._end === undefined
  return (offset) =>
    byPage
      ? `<${path}?${rest}_page=${offset / limit + 1}&_limit=${limit}>`
      : `<${path}?${rest}_start=${offset}&_end=${offset + limit}>`
}

const PAGING = new Set(['_start', '_end', '_page', '_limit'])

function restOf(query: RawQuery): string {
  let rest = ''
  for (const [name, value] of Object.entries(query)) {
    if (PAGING.has(name) || value === undefined) continue
    for (const each of typeof value === 'string' ? [value] : value) {
      rest += `${encodeURIComponent(name)}=${encodeURIComponent(each)}&`
    }
  }
  return rest
}
