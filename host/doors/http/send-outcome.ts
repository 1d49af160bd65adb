import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Outcome } from '../../core/operations/request.ts'
import { API_HEADERS, REQUEST_ID } from './api-headers.ts'
import type { Exchange } from './exchange.ts'
import { isFresh } from './is-fresh.ts'
import { StreamBroken } from './stream-broken.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const BINARY = 'application/octet-stream'

/** Sends what an operation came to: JSON, a text with its own Content-Type, a stream, or nothing. */
export function sendOutcome(exchange: Exchange, { status, headers, body }: Outcome): void | Promise<void> {
  const { request, response, method, id } = exchange
  const sent = [...API_HEADERS, REQUEST_ID, id]
  for (const [name, value] of Object.entries(headers)) sent.push(name, value)
  const tag = status === 200 && (method === 'GET' || method === 'HEAD') ? headers.etag : undefined
  if (tag !== undefined && isFresh(request.headers['if-none-match'], tag)) {
    response.writeHead(304, sent).end()
    return
  }
  const type = headers['content-type']
  if (type === undefined && body !== undefined) sent.push('Content-Type', body instanceof Readable ? BINARY : JSON_TYPE)
  if (body instanceof Readable) return sendStream(exchange, body, { status, sent })
  sendText(exchange, textOf(body, type), { status, sent })
}

interface Head {
  readonly status: number
  readonly sent: string[]
}

/** A string with a type of its own (CSV) goes out as it is. */
function textOf(body: unknown, type: string | undefined): string {
  if (body === undefined) return ''
  return typeof body === 'string' && type !== undefined ? body : JSON.stringify(body)
}

function sendText({ response, method }: Exchange, text: string, { status, sent }: Head): void {
  if (status !== 204) sent.push('Content-Length', String(Buffer.byteLength(text)))
  response.writeHead(status, sent)
  response.end(method === 'HEAD' || status === 204 ? undefined : text)
}

async function sendStream({ response, method }: Exchange, body: Readable, { status, sent }: Head): Promise<void> {
  response.writeHead(status, sent)
  if (method === 'HEAD') {
    body.destroy()
    response.end()
    return
  }
  await pipeline(body, response).catch((error: NodeJS.ErrnoException) => {
    // The one error that is the client's: it has left.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw new StreamBroken(error)
  })
}
