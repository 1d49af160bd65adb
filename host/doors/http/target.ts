import { parse } from 'node:querystring'
import type { RawQuery } from '@atrium/sdk'
import { ApiError } from '@atrium/sdk'

/** The path and query of a request, still percent-encoded. */
export interface Target {
  readonly path: string
  /** The part after the question mark; may be empty. */
  readonly search: string
}

/**
 * Splits the target of a request (RFC 9112 section 3.2: origin form, and absolute form as proxies send it).
 * @throws ApiError 400 `path_malformed`
 */
export function readTarget(url: string): Target {
  const target = url.startsWith('/') ? url : originForm(url)
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  if (path.includes('%')) requireDecodable(path)
  return { path, search: mark === -1 ? '' : target.slice(mark + 1) }
}

function originForm(url: string): string {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) throw malformed('Begin it with a slash.')
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** The query of a target that has none. */
export const NO_QUERY: RawQuery = Object.freeze({})

/**
 * Reads a query as URLSearchParams would: `+` is a space, and a repeated name gives an array. The result has no
 * prototype.
 * @throws ApiError 400 `query_malformed` for broken percent-encoding and NUL
 */
export function readQuery(search: string): RawQuery {
  if (search.includes('%')) requireDecodablePairs(search)
  return parse(search, '&', '=', { maxKeys: 0 })
}

function requireDecodablePairs(search: string): void {
  const broken = search.split('&').find((pair) => !isDecodable(pair))
  if (broken === undefined) return
  const [name = ''] = broken.split('=')
  const detail = `The query parameter [${name}] is not percent-encoded UTF-8 or contains NUL. Encode it as encodeURIComponent does.`
  throw new ApiError('query_malformed', { detail })
}

function isDecodable(text: string): boolean {
  try {
    return !decodeURIComponent(text).includes('\0')
  } catch {
    return false
  }
}

/** NUL is legal in a URL, but PostgreSQL cannot store it in text, so no id contains it. */
function requireDecodable(path: string): void {
  try {
    if (!decodeURIComponent(path).includes('\0')) return
  } catch {
    throw malformed('Its percent-encoding is not UTF-8.')
  }
  throw malformed('It contains a NUL character.')
}

const malformed = (why: string) => new ApiError('path_malformed', { detail: `The path is malformed. ${why}` })
