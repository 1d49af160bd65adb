import { REQUEST_ID } from './api-headers.ts'
import type { Exchange } from './exchange.ts'
import { isFresh } from './is-fresh.ts'
import type { Prepared } from './prepare.ts'

/** Sends what is ready, or 304 to who has it. */
export function sendPrepared(exchange: Exchange, prepared: Prepared): void {
  const { request, response, method, id } = exchange
  exchange.level = 'debug'
  if (isFresh(request.headers['if-none-match'], prepared.tag)) {
    response.writeHead(304, [...prepared.validators, REQUEST_ID, id]).end()
    return
  }
  response.writeHead(200, [...prepared.headers, REQUEST_ID, id])
  response.end(method === 'HEAD' ? undefined : prepared.body)
}
