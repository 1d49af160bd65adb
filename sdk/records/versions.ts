import { hash } from 'node:crypto'
import { ApiError } from '../errors/api-error.ts'

const ETAG = Symbol('etag')

/**
 * Gives a record its strong ETag, without quotes, which is sent when the record is answered. It is a hidden member of the record: JSON
 * does not show it, and a copy (`{ ...record }`) has none. Returns the record.
 *
 *     return with_etag({ id, name }, etag_of(stored))
 */
export function with_etag<Row extends object>(record: Row, etag: string | undefined): Row {
  return etag === undefined ? record : Object.defineProperty(record, ETAG, { value: etag, configurable: true })
}

/** The ETag of a record that a store returned, without quotes; undefined for any other object. */
export const etag_of = (record: object): string | undefined =>
  (record as { [ETAG]?: string })[ETAG]?.replaceAll(NOT_IN_A_TAG, (text) => `%${Buffer.from(text).toString('hex')}`)

/** What no header or list of tags can hold, such as an id with letters of other scripts. */
const NOT_IN_A_TAG = /[^\x21\x23-\x2b\x2d-\x7e]+/g

/**
 * The ETag of what is seen of a record: of less than the whole, or of more than what its version counts. Whoever has kept one view of the
 * record does not take it for another. `If-Match` ignores the addition, because a change is about the record. For the host.
 * @param tag the record's own ETag, without quotes
 */
export const etag_of_view = (tag: string, view: unknown): string =>
  `${tag}~${hash('sha256', JSON.stringify(view), 'base64url').slice(0, 11)}`

const VIEW = /~[\w-]{11}$/

/** The suffix that a compressing proxy adds. */
const CODING = /-(?:gzip|br|zstd|deflate)$/

const TAG = /^(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/

/**
 * Whether an `If-Match` header (RFC 9110, 13.1.1) matches a record with this ETag: it is `*`, or a list with this tag. A weak tag counts as
 * its strong one, because proxies that compress answers make tags weak (`W/"13.2"`, or `"13.2-gzip"`), and ours are never weak themselves.
 * A missing header matches. For stores that do not use `wrap_store`.
 *
 *     if (!if_match_holds(options.if_match, tag)) throw new ApiError('version_mismatch', { detail, current })
 *
 * @throws ApiError 400 `header_malformed`
 */
export function if_match_holds(header: string | undefined, tag: string): boolean {
  if (header === undefined || header.trim() === '*') return true
  return header.split(',').map(parseTag).includes(tag.replace(VIEW, ''))
}

/** The tag within the quotes, without what proxies and views add. */
function parseTag(text: string): string {
  const match = TAG.exec(text.trim())
  if (match?.[1] !== undefined) return match[1].replace(CODING, '').replace(VIEW, '')
  throw new ApiError('header_malformed', {
    detail: `[If-Match] must be * or ETags in double quotes such as "7.3", not [${text.trim()}].`,
  })
}

/** 412: the record was changed after the caller read it. Carries the current record, with its ETag in the headers. */
export function version_mismatch(current: object): ApiError {
  const tag = etag_of(current)
  return new ApiError('version_mismatch', {
    detail:
      'The record has changed since you read it. Compare your change with the current record, then send it again.',
    current,
    ...(tag !== undefined && { headers: { etag: `"${tag}"` } }),
  })
}
