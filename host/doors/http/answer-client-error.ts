import { STATUS_CODES } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** What Node's parser finds wrong with a connection. Whatever else it finds is 400. */
const STATUS = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
])

/**
 * Answers what is no HTTP, too large a head and too slow a request. There is no request to answer as the API would: a status line
 * is all that such a client can be trusted to read. Where an answer is on its way already, another would be read as part of it.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET' || isAnswering(socket)) {
    socket.destroy()
    return
  }
  const status = STATUS.get(error.code ?? '') ?? 400
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Node keeps the answer that is being written on the socket, and looks there itself where nobody listens for `clientError`. */
function isAnswering(socket: Duplex): boolean {
  return (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage?.headersSent === true
}
