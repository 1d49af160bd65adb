import { Readable } from 'node:stream'
import { type Caller, etag_of, Page } from '@atrium/sdk'
import { Answer, Created, parse_paging, Replay } from '@atrium/sdk/host'
import type { Operation } from '../registries/index.ts'
import { filledPath } from './filled-path.ts'
import { linkHeader } from './link-header.ts'
import type { OperationRequest, Outcome } from './outcome.ts'

type Headers = Record<string, string>

/** What a handler returned, as status, headers and body, with every field. */
export function toOutcome(request: OperationRequest, result: unknown): Outcome {
  if (result instanceof Replay) return result.outcome as Outcome
  if (!(result instanceof Answer)) return plainOutcome(request, result)
  const { status, headers, body } = plainOutcome(request, result.value)
  const tag: Headers = result.etag === undefined ? {} : { etag: `"${result.etag}"` }
  return { status, headers: { ...headers, ...tag, ...result.headers }, body }
}

function plainOutcome(request: OperationRequest, result: unknown): Outcome {
  if (result === undefined) return { status: request.koa?.status ?? 204, headers: {}, body: undefined }
  if (result instanceof Readable) return { status: 200, headers: {}, body: result }
  if (result instanceof Page) return pageOutcome(request, result)
  if (result instanceof Created) return createdOutcome(request, result.value)
  return { status: 200, headers: tagOf(result), body: result }
}

/** The outcome without the fields that the caller may not see. */
export function visibleOutcome(outcome: Outcome, { withhold }: Operation, caller: Caller): Outcome {
  const body = withhold.answer(outcome.body, caller)
  return body === outcome.body ? outcome : { ...outcome, body }
}

function pageOutcome({ operation, params, query }: OperationRequest, { rows, total }: Page): Outcome {
  const { offset, limit } = parse_paging(query)
  const link = linkHeader(filledPath(operation.path, params), query, { offset, limit, total })
  const place = { 'x-offset': String(offset), 'x-limit': String(limit) }
  const headers = { 'x-total-count': String(total), ...place, ...(link && { link }) }
  return { status: 200, headers, body: rows }
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
