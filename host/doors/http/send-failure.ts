import { toProblem } from '../../base/errors/index.ts'
import type { Logger } from '../../base/log/index.ts'
import { API_HEADERS, REQUEST_ID } from './api-headers.ts'
import type { Exchange } from './exchange.ts'
import { PluginFailed } from './plugin-failed.ts'
import { StreamBroken } from './stream-broken.ts'

/**
 * Sends whatever was thrown as problem+json, and logs what is a fault of ours. An answer that has begun already is broken off; one
 * that is whole stays.
 */
export function sendFailure(exchange: Exchange, thrown: unknown, log: Logger): void {
  const { koa, response, method, id } = exchange
  koa.respond = false
  if (hasLeft(exchange, thrown)) return void response.destroy()
  const { status, headers, body, error } = toProblem(thrown, { requestId: id })
  // A raw handler that fails after its answer: the client cannot be told any more.
  if (status >= 500 || response.writableEnded)
    log.error({ err: error.cause ?? error, code: error.code, request_id: id }, 'the request failed')
  if (response.writableEnded) return
  if (response.headersSent) return void response.destroy()
  // What a raw handler has set before it failed: a cookie of a session that was rolled back, for example.
  for (const name of response.getHeaderNames()) response.removeHeader(name)
  const text = JSON.stringify(thrown instanceof PluginFailed ? { ...body, diagnostics: thrown.diagnostics } : body)
  const sent = [...API_HEADERS, REQUEST_ID, id, 'Content-Length', String(Buffer.byteLength(text))]
  for (const [name, value] of Object.entries(headers)) sent.push(name, value)
  response.writeHead(status, sent)
  response.end(method === 'HEAD' ? undefined : text)
}

/** Whoever has left in the middle of it makes handlers and parsers throw; that is nobody's fault. */
function hasLeft({ request, response }: Exchange, thrown: unknown): boolean {
  if (thrown instanceof StreamBroken || response.writableEnded) return false
  return response.destroyed || (request.destroyed && !request.complete)
}
