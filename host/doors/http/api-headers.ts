/** Headers that a page of another origin may read, where a proxy in front of Atrium allows one. */
const EXPOSED = 'X-Total-Count, X-Offset, X-Limit, Link, Location, ETag, Retry-After, Idempotency-Replayed'

/** What every answer of the API carries, as the flat list that `writeHead` is quickest with. The security headers are for HTML. */
export const API_HEADERS: readonly string[] = [
  'X-Content-Type-Options',
  'nosniff',
  'Access-Control-Expose-Headers',
  EXPOSED,
]

export const REQUEST_ID = 'X-Request-Id'
