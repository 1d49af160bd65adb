import type { Problem } from '@atrium/sdk/documents'
import { t } from '../language/t.ts'
import { translateProblem } from '../language/translate-problem.ts'
import { ApiProblem, foreignProblem } from './api-problem.ts'
import { addressOf } from './base-path.ts'
import { translated } from '../language/translated.ts'
import { preview } from './preview.ts'
import { reach } from './reach.ts'
import { signInAgain } from './sign-in-again.ts'

/** Figures of a list by field (`FieldSummary` of the SDK). */
export type Summary = Readonly<
  Record<string, Readonly<Partial<Record<'sum' | 'average' | 'min' | 'max', number | null>>>>
>

/** An answer of the host. `total` is `X-Total-Count`; `data` is undefined if there is no body. */
export interface Answer<Data> {
  data: Data
  etag: string | null
  total: number | null
  /** `X-Summary`: the figures of a list. */
  summary?: Summary
  /** The address that undoes the change, if it can be undone. */
  undo?: string
}

interface RequestOptions {
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Requests with the viewer's own rights, even during a preview. */
  asOneself?: boolean
}

/** The methods of the host's REST interface. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Sends a request and reads JSON. @throws ApiProblem for every answer that is not 2xx, and if there is no answer */
export async function request<Data>(method: Method, path: string, options: RequestOptions = {}): Promise<Answer<Data>> {
  return readAnswer<Data>(await sendAgain(path, () => send(method, path, options)))
}

/**
 * Sends a request. If the session has ended and input is unsaved, waits until the person has signed in again, and repeats the request.
 * Requests of the sign-in itself do not wait.
 */
export async function sendAgain(path: string, send: () => Promise<Response>): Promise<Response> {
  const response = await send()
  if (response.status !== 401 || path.startsWith('/api/v1/auth/')) return response
  return (await signInAgain.ask()) ? send() : response
}

/** Reads an answer. @throws ApiProblem for every answer that is not 2xx */
export async function readAnswer<Data>(response: Response): Promise<Answer<Data>> {
  if (!response.ok) throw await toProblem(response)
  // Below a base path, the header includes that path; requests add it themselves.
  const summary = response.headers.get('x-summary')
  const undo = response.headers.get('undo')?.match(/\/api\/v1\/.*$/)?.[0]
  return {
    ...(undo !== undefined && { undo }),
    data: (response.status === 204 ? undefined : await response.json()) as Data,
    etag: response.headers.get('etag'),
    total: toCount(response.headers.get('x-total-count')),
    ...(summary !== null && { summary: JSON.parse(summary) as Summary }),
  }
}

/** Reads a file. Its `type` is the one that the host says. @throws ApiProblem */
export async function requestFile(path: string): Promise<Blob> {
  const response = await send('GET', path, { headers: { accept: '*/*' } })
  if (!response.ok) throw await toProblem(response)
  return response.blob()
}

/** Reads a text of another media type, such as a CSV export. @throws ApiProblem */
export async function requestText(path: string, accept: string): Promise<string> {
  const response = await send('GET', path, { headers: { accept } })
  if (!response.ok) throw await toProblem(response)
  return response.text()
}

/**
 * `no-cache` lets the browser store answers, but revalidate them each time with `If-None-Match`: an unchanged document costs a 304, and a
 * changed one is never missed. Answers of a preview are not stored.
 */
async function send(method: Method, path: string, options: RequestOptions): Promise<Response> {
  const { body, headers, signal, asOneself = false } = options
  const shown = asOneself ? null : preview.text()
  const early = method === 'GET' && shown === null ? takeEarly(path) : undefined
  const init: RequestInit = {
    method,
    cache: shown === null ? 'no-cache' : 'no-store',
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(shown === null ? {} : { 'atrium-preview': shown }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }
  const arrived = reach.expect()
  try {
    return await (early ?? fetch(addressOf(path), init))
  } catch (error) {
    if (signal?.aborted) throw error
    reach.lost()
    throw unreachable()
  } finally {
    arrived()
  }
}

/** Sends a request of a plugin's element, with the rights of the person, and of the role or person of a preview. */
export function fetchAsPerson(path: string, init: RequestInit): Promise<Response> {
  const shown = preview.text()
  const headers = new Headers(init.headers)
  if (shown !== null) headers.set('atrium-preview', shown)
  const asked: RequestInit = {
    ...{ cache: shown === null ? 'no-cache' : 'no-store', ...init },
    ...{ headers, credentials: 'same-origin', mode: 'same-origin' },
  }
  return sendAgain(path, () => fetch(addressOf(path), asked))
}

const UNREACHABLE = 'network_unreachable'

/** Whether a request got no answer. */
export const isUnreachable = (error: unknown): boolean => error instanceof ApiProblem && error.code === UNREACHABLE

/** The error for a request without an answer. */
export const unreachable = () =>
  new ApiProblem(foreignProblem(0, UNREACHABLE, t('The server cannot be reached. Check your connection.')))

async function toProblem(response: Response): Promise<ApiProblem> {
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '')
  const body: unknown = isJson ? await response.json().catch(() => null) : null
  if (isProblem(body)) return new ApiProblem(inLanguage(body), response.headers.get('etag'))
  const detail = t('The server answered {status} {statusText}', {
    status: response.status,
    statusText: response.statusText,
  }).trim()
  return new ApiProblem(foreignProblem(response.status, `http_${response.status}`, detail))
}

/** A problem in the language of the person. */
const inLanguage = ({ details, ...rest }: Problem): Problem => ({
  ...translateProblem(rest),
  ...(details && { details: details.map((each) => ({ ...each, message: translated(each.message) })) }),
})

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body
}

function toCount(header: string | null): number | null {
  return header === null || header === '' ? null : Number(header)
}

/** Takes the answer that `boot.ts` has requested. Each is used once, because later reads must be up to date. */
function takeEarly(path: string): Promise<Response> | undefined {
  const answer = window.atriumEarly?.get(path)
  window.atriumEarly?.delete(path)
  return answer
}
