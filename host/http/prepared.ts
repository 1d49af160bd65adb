import type { Exchange } from './exchange.ts'
import { REQUEST_ID } from './api-headers.ts'
import { isFresh } from './is-fresh.ts'

/** An answer that is kept ready, down to its bytes. */
export interface Prepared {
  /** Strong, in quotes. */
  readonly tag: string
  readonly body: Buffer
  /** Flat: name, value, name, value. */
  readonly headers: readonly string[]
  /** Those that a 304 repeats (RFC 9110 section 15.4.5). */
  readonly validators: readonly string[]
}

/** @param validators headers that 200 and 304 share, as a flat list */
export function prepare(
  body: Buffer,
  tag: string,
  { type, validators }: { type: string; validators: readonly string[] },
): Prepared {
  const shared = ['ETag', tag, ...validators]
  return {
    tag,
    body,
    validators: shared,
    headers: ['Content-Type', type, 'Content-Length', String(body.length), ...shared],
  }
}

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
