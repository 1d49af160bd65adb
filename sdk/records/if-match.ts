import { ApiError } from '../errors/api-error.ts'

const TAG = /^(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/

/**
 * Whether an `If-Match` (RFC 9110, 13.1.1) holds for a record with this ETag: `*`, or a list with this tag in it. Weak tags never
 * match. Without the header it holds.
 * @throws ApiError 400 `header_malformed`
 */
export function if_match_holds(header: string | undefined, tag: string): boolean {
  if (header === undefined || header.trim() === '*') return true
  return header.split(',').map(parseTag).includes(tag)
}

/** The tag within the quotes; undefined for a weak one. */
function parseTag(text: string): string | undefined {
  const match = TAG.exec(text.trim())
  if (match) return match[1] ? undefined : match[2]
  throw new ApiError('header_malformed', {
    detail: `[If-Match] takes * or ETags in double quotes such as "7.3", not [${text.trim()}].`,
  })
}
