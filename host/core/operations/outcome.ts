import { stringify } from 'node:querystring'
import { Readable } from 'node:stream'
import type { Caller, RawQuery } from '@atrium/sdk'
import { ApiError, etag_of, LARGEST_PAGE, Page } from '@atrium/sdk'
import type { Paging, Withhold } from '@atrium/sdk/host'
import { Answer, Created, etag_of_view, is_paged, parse_paging, Replay } from '@atrium/sdk/host'
import { inPortions } from '../../base/lifetime/index.ts'
import type { Operation } from '../registries/index.ts'
import { filledPath } from './filled-path.ts'
import type { OperationRequest, Outcome } from './request.ts'

type Headers = Record<string, string>

/** Work that continues in the background after its answer: 202, with the address of its progress. It contains no fields of records. */
export class Accepted {
  readonly value: object
  readonly location: string

  constructor(value: object, location: string) {
    this.value = value
    this.location = location
  }
}

/** Turns the result of a handler into status, headers and body. No field is withheld yet. */
export function toOutcome(request: OperationRequest, result: unknown): Outcome {
  if (result instanceof Replay) return result.outcome as Outcome
  if (result instanceof Page) return pageOutcome(request, result)
  if (result instanceof Created) return createdOutcome(request, result.value)
  if (result instanceof Answer) return answerOutcome(request, result)
  if (result instanceof Accepted) return { status: 202, headers: { location: result.location }, body: result.value }
  if (result instanceof Readable) return { status: 200, headers: {}, body: result }
  if (result === undefined) return { status: request.koa?.status ?? 204, headers: {}, body: undefined }
  return { status: 200, headers: tagOf(result), body: result }
}

function answerOutcome(request: OperationRequest, { value, headers: own, etag }: Answer): Outcome {
  const { status, headers, body } = toOutcome(request, value)
  const tag: Headers = etag === undefined ? {} : { etag: `"${etag}"` }
  return { status, headers: { ...headers, ...tag, ...own }, body }
}

/**
 * Removes the fields that the caller may not see from an outcome. The reduced answer gets its own ETag, and caches may not store an outcome
 * with a secret.
 */
export function visibleOutcome(outcome: Outcome, operation: Operation, caller: Caller): Outcome {
  const visible = operation.withhold.answer(outcome.body, caller)
  return visible === outcome.body && !operation.secret ? outcome : withVisible(outcome, operation, visible)
}

/** @param body what the caller may see of the body; the same object if that is everything */
function withVisible(outcome: Outcome, { secret }: Operation, body: unknown): Outcome {
  const { headers } = outcome
  if (secret) return { ...outcome, body, headers: { ...headers, 'cache-control': 'no-store' } }
  const etag = headers.etag?.replace(/^"(.*)"$/, (_, tag: string) => `"${etag_of_view(tag, body)}"`)
  return { ...outcome, headers: { ...headers, ...(etag !== undefined && { etag }) }, body }
}

/** The same for a list that is longer than a page, in portions, so that others are answered meanwhile. */
export async function visibleList(outcome: Outcome, operation: Operation, caller: Caller): Promise<Outcome> {
  const visible: unknown[] = []
  let isWhole = true
  for await (const part of inPortions(outcome.body as unknown[], LARGEST_PAGE)) {
    const seen = operation.withhold.answer(part, caller)
    isWhole &&= seen === part
    visible.push(...seen)
  }
  return isWhole && !operation.secret ? outcome : withVisible(outcome, operation, visible)
}

function pageOutcome({ operation, params, query }: OperationRequest, page: Page): Outcome {
  const { rows, total, part, summary } = page
  const { offset, limit } = part ?? parse_paging(query)
  const path = operation.path.includes('{') ? filledPath(operation.path, params) : operation.path
  const link = linkHeader(path, query, { offset, limit, total })
  const place = { 'x-offset': String(offset), 'x-limit': String(limit) }
  const figures = summary && { 'x-summary': JSON.stringify(summary) }
  const headers = { 'x-total-count': String(total), ...place, ...(link && { link }), ...figures }
  return { status: 200, headers, body: rows }
}

/** Clients of Node refuse an answer whose headers together have more than 16 KiB. */
const LONGEST_LINK = 8_192

/**
 * Makes the `Link` header of a list (RFC 8288): first, prev, next and last, in the paging parameters of the query. Empty if the records
 * were requested by id, if `_limit` is 0, or if a very long query would make the header too long for clients.
 */
function linkHeader(path: string, query: RawQuery, { offset, limit, total }: Paging & { total: number }): string {
  if (limit === 0 || (query.id !== undefined && !is_paged(query))) return ''
  const { _start, _end, _page, _limit, ...others } = query
  const filters = stringify(others)
  const list = filters === '' ? `${path}?` : `${path}?${filters}&`
  const byPage = _start === undefined && _end === undefined
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit
  const prev = offset > 0 && Math.max(0, Math.min(offset - limit, last))
  const next = offset + limit < total && offset + limit
  const links: string[] = []
  for (const [rel, from] of Object.entries({ first: 0, prev, next, last })) {
    if (from === false) continue
    const page = byPage ? `_page=${from / limit + 1}&_limit=${limit}` : `_start=${from}&_end=${from + limit}`
    links.push(`<${list}${page}>; rel="${rel}"`)
  }
  const header = links.join(', ')
  return header.length > LONGEST_LINK ? '' : header
}

function createdOutcome({ operation, params }: OperationRequest, value: unknown): Outcome {
  const id = idOf(value)
  const location = id === undefined ? undefined : `${filledPath(operation.path, params)}/${encodeURIComponent(id)}`
  const headers: Headers = { ...tagOf(value), ...(location !== undefined && { location }) }
  return { status: 201, headers, body: value }
}

/** The id of a record, as text. */
export function idOf(value: unknown): string | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}

function tagOf(value: unknown): Headers {
  const tag = typeof value === 'object' && value !== null ? etag_of(value) : undefined
  return tag === undefined ? {} : { etag: `"${tag}"` }
}

/** Removes the fields that the caller may not see from the `current` record of a 412. Most changes answer with the record itself. */
export function withholdCurrent(
  error: ApiError,
  { withhold, declaration: { record } }: Pick<Operation, 'withhold' | 'declaration'>,
  caller: Caller,
): ApiError {
  return withCurrent(error, { withhold: record ? withhold.answer : withhold.other, caller })
}

/** The same for answers without a schema. */
export function withCurrent(error: ApiError, { withhold, caller }: { withhold: Withhold; caller: Caller }): ApiError {
  const { current } = error.options
  if (current === undefined) return error
  const visible = withhold(current, caller)
  return visible === current
    ? error
    : new ApiError(error.code, { ...error.options, status: error.status, current: visible })
}

/** The members that a response schema marks `secret: true`. */
export function secretsOf(schema: object = {}): string[] {
  const { properties = {} } = schema as { properties?: Record<string, { secret?: boolean }> }
  return Object.keys(properties).filter((name) => properties[name]?.secret === true)
}
