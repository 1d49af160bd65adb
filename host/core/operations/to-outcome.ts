import { Readable } from 'node:stream'
import { type Caller, entity_tag_of, Page } from '@atrium/sdk'
import { Created, headers_of, parse_paging, visible_to } from '@atrium/sdk/host'
import { filledPath } from './filled-path.ts'
import { linkHeader } from './link-header.ts'
import type { OperationRequest, Outcome } from './outcome.ts'

type Headers = Record<string, string>

/** What a handler returned, as what is answered: status, headers, and what the caller may see of it. */
export function toOutcome(request: OperationRequest, result: unknown, caller: Caller): Outcome {
  if (result === undefined) return { status: request.koa?.status ?? 204, headers: {}, body: undefined }
  if (result instanceof Readable) return { status: 200, headers: headers_of(result), body: result }
  if (result instanceof Page) return pageOutcome(request, result, caller)
  if (result instanceof Created) return createdOutcome(request, result.value, caller)
  return { status: 200, headers: { ...tagOf(result), ...headers_of(result) }, body: visible(caller, result) }
}

function pageOutcome({ operation, params, query }: OperationRequest, { rows, total }: Page, caller: Caller): Outcome {
  const { offset, limit } = parse_paging(query)
  const link = linkHeader(filledPath(operation.path, params), query, { offset, limit, total })
  const place = { 'x-offset': String(offset), 'x-limit': String(limit) }
  const headers = { 'x-total-count': String(total), ...place, ...(link && { link }) }
  return { status: 200, headers, body: visible(caller, rows) }
}

function createdOutcome({ operation, params }: OperationRequest, value: unknown, caller: Caller): Outcome {
  const id = idOf(value)
  const location = id === undefined ? undefined : `${filledPath(operation.path, params)}/${encodeURIComponent(id)}`
  const own: Headers = { ...tagOf(value), ...(location !== undefined && { location }) }
  const headers = { ...own, ...headers_of(value) }
  return { status: 201, headers, body: visible(caller, value) }
}

/** The id of a record, as text. */
export function idOf(value: unknown): string | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}

function visible(caller: Caller, value: unknown): unknown {
  return Array.isArray(value) ? value.map((each: unknown) => visible_to(caller, each)) : visible_to(caller, value)
}

function tagOf(value: unknown): Headers {
  const tag = typeof value === 'object' && value !== null ? entity_tag_of(value) : undefined
  return tag === undefined ? {} : { etag: `"${tag}"` }
}
