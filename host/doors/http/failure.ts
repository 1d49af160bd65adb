import { ApiError } from '@atrium/sdk'
import type { Diagnostic } from '@atrium/sdk/documents'
import { loggedFailure, toProblem } from '../../base/errors/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { HttpExchange } from './http-exchange.ts'
import { API_HEADERS, REQUEST_ID, StreamBroken } from './send.ts'

/** 503: the plugin failed and no generation of it serves. The answer contains its diagnostics. */
export class PluginFailed extends ApiError {
  readonly diagnostics: readonly Diagnostic[]

  constructor(detail: string, diagnostics: readonly Diagnostic[]) {
    super('plugin_failed', { detail })
    this.diagnostics = diagnostics
  }
}

/** Sends an error as problem+json and logs server errors. An answer that has already begun is cut off; a complete one stays. */
export function sendFailure(exchange: HttpExchange, thrown: unknown, log: HostLogger): void {
  const { response, method, id } = exchange
  exchange.keepFromKoa()
  if (hasLeft(exchange, thrown)) return void response.destroy()
  const { status, headers, body, error } = toProblem(thrown, { requestId: id })
  // A raw handler may fail after its answer, when only the log can still report it.
  if (status >= 500 || response.writableEnded)
    log.error('the request failed', { ...loggedFailure(error), request_id: id })
  if (response.writableEnded) return
  if (response.headersSent) return void response.destroy()
  // A raw handler may have set headers before it failed, such as the cookie of a session that was rolled back.
  for (const name of response.getHeaderNames()) response.removeHeader(name)
  const text = JSON.stringify(thrown instanceof PluginFailed ? { ...body, diagnostics: thrown.diagnostics } : body)
  const sent = [...API_HEADERS, REQUEST_ID, id, 'Content-Length', String(Buffer.byteLength(text))]
  for (const [name, value] of Object.entries(headers)) sent.push(name, value)
  response.writeHead(status, sent)
  response.end(method === 'HEAD' ? undefined : text)
}

/** Whether the client left during the request. Handlers and parsers then fail through no fault of their own. */
function hasLeft({ request, response }: HttpExchange, thrown: unknown): boolean {
  if (thrown instanceof StreamBroken || response.writableEnded) return false
  return response.destroyed || (request.destroyed && !request.complete)
}

/**
 * Answers a method that the path does not support: OPTIONS with the supported ones, any other with 405.
 * @throws ApiError 405 `method_not_allowed` with `Allow`
 */
export function answerMethod({ response, method, path, id }: HttpExchange, methods: readonly string[]): void {
  const allow = allowOf(methods)
  if (method !== 'OPTIONS') {
    const detail = `[${path}] does not support [${method}]. Use [${allow}].`
    throw new ApiError('method_not_allowed', { detail, headers: { Allow: allow } })
  }
  response.writeHead(204, [...API_HEADERS, 'Allow', allow, REQUEST_ID, id]).end()
}

/** Adds HEAD to GET, and OPTIONS always. */
function allowOf(methods: readonly string[]): string {
  const all = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...new Set([...all, 'OPTIONS'])].join(', ')
}
