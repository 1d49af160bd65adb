import { API_HEADERS, REQUEST_ID } from '../../http/api-headers.ts'
import type { Exchange } from '../../http/exchange.ts'

/** Sends what nobody may keep. */
export function sendJson({ response, method, id }: Exchange, status: number, value: unknown): void {
  const text = JSON.stringify(value)
  const headers = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(Buffer.byteLength(text))]
  response.writeHead(status, [...headers, 'Cache-Control', 'no-store', ...API_HEADERS, REQUEST_ID, id])
  response.end(method === 'HEAD' ? undefined : text)
}
