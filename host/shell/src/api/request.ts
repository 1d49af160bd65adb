import type { Problem } from '@atrium/sdk/documents'
import { ApiProblem, foreignProblem } from './api-problem.ts'
import { takeEarly } from './early-answers.ts'

/** What the host answered. `total` is `X-Total-Count`; `data` is undefined where there is no body. */
export interface Answer<Data> {
  data: Data
  etag: string | null
  total: number | null
}

export interface RequestOptions {
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Asks the host for JSON. @throws ApiProblem for every answer that is not 2xx, and when none comes. */
export async function request<Data>(method: Method, path: string, options: RequestOptions = {}): Promise<Answer<Data>> {
  return readAnswer<Data>(await send(method, path, options))
}

/** What the host answered, as it is read everywhere. @throws ApiProblem for every answer that is not 2xx */
export async function readAnswer<Data>(response: Response): Promise<Answer<Data>> {
  if (!response.ok) throw await toProblem(response)
  return {
    data: (response.status === 204 ? undefined : await response.json()) as Data,
    etag: response.headers.get('etag'),
    total: toCount(response.headers.get('x-total-count')),
  }
}

/** Asks for a text in another media type, as for a CSV export. @throws ApiProblem */
export async function requestText(path: string, accept: string): Promise<string> {
  const response = await send('GET', path, { headers: { accept } })
  if (!response.ok) throw await toProblem(response)
  return response.text()
}

/**
 * `no-cache` lets the browser keep answers but ask each time with `If-None-Match`: an unchanged document costs a 304, a changed
 * one is never missed.
 */
async function send(method: Method, path: string, { body, headers, signal }: RequestOptions): Promise<Response> {
  const early = method === 'GET' ? takeEarly(path) : undefined
  const init: RequestInit = {
    method,
    cache: 'no-cache',
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }
  try {
    return await (early ?? fetch(path, init))
  } catch (error) {
    if (signal?.aborted) throw error
    throw unreachable()
  }
}

/** No answer came. */
export const unreachable = () =>
  new ApiProblem(foreignProblem(0, 'network_unreachable', 'The server cannot be reached. Check your connection.'))

async function toProblem(response: Response): Promise<ApiProblem> {
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '')
  const body: unknown = isJson ? await response.json().catch(() => null) : null
  if (isProblem(body)) return new ApiProblem(body, response.headers.get('etag'))
  const detail = `The server answered ${response.status} ${response.statusText}`.trim()
  return new ApiProblem(foreignProblem(response.status, `http_${response.status}`, detail))
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body
}

function toCount(header: string | null): number | null {
  return header === null || header === '' ? null : Number(header)
}
