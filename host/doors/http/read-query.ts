import { ApiError } from '@atrium/sdk'
import type { RawQuery } from '@atrium/sdk'
import { parse } from 'node:querystring'

const EMPTY: RawQuery = Object.freeze({})

/**
 * Reads a query as URLSearchParams would: `+` is a space, a name that is given twice holds an array. The result has no prototype.
 * @throws ApiError 400 `query_malformed` where URLSearchParams would guess
 */
export function readQuery(search: string): RawQuery {
  if (search === '') return EMPTY
  if (search.includes('%')) requireDecodable(search)
  return parse(search, '&', '=', { maxKeys: 0 })
}

function requireDecodable(search: string): void {
  const broken = search.split('&').find((pair) => !isDecodable(pair))
  if (broken === undefined) return
  const [name = ''] = broken.split('=')
  const detail = `The query parameter [${name}] is not percent-encoded UTF-8 or holds a NUL. Encode it as encodeURIComponent does.`
  throw new ApiError('query_malformed', { detail })
}

function isDecodable(text: string): boolean {
  try {
    return !decodeURIComponent(text).includes('\0')
  } catch {
    return false
  }
}
