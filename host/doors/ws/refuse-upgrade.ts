import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { toProblem } from '../../base/errors/index.ts'
import type { Logger } from '../../base/log/index.ts'

/** Answers instead of a WebSocket with an error, as the API would, and closes the connection. */
export function refuseUpgrade(socket: Duplex, thrown: unknown, log: Logger): void {
  const requestId = randomUUID()
  const { status, headers, body, error } = toProblem(thrown, { requestId })
  if (status >= 500) log.error({ err: error.cause ?? error, code: error.code, request_id: requestId }, 'no WebSocket')
  if (!socket.writable) return void socket.destroy()
  const text = JSON.stringify(body)
  const sent = {
    ...headers,
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  }
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`)
}
