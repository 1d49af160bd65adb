import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { ApiError } from '@atrium/sdk'
import { toProblem } from '../../base/errors/index.ts'

/**
 * Answers invalid HTTP, an unknown method, too large a head and too slow a request, without a parsed request. If an answer is already being
 * sent, it only closes the connection, because the client would read a second answer as part of the first.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET' || isAnswering(socket)) {
    socket.destroy()
    return
  }
  const { status, headers, text } = malformed(...(FAULTS[error.code ?? ''] ?? NOT_HTTP))
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`)
}

/** Answers a request with two `Host` headers like one without any, which Node refuses. */
export function refuseHosts(response: ServerResponse): void {
  const { status, headers, text } = malformed(400, 'The header [Host] is given 2 times. Send it once.')
  response.writeHead(status, headers).end(text)
}

function malformed(status: number, detail: string) {
  const requestId = randomUUID()
  const { headers, body } = toProblem(new ApiError('request_malformed', { status, detail }), { requestId })
  const text = JSON.stringify(body)
  const length = String(Buffer.byteLength(text))
  return {
    status,
    headers: { ...headers, 'x-request-id': requestId, 'content-length': length, connection: 'close' },
    text,
  }
}

type Fault = readonly [status: number, detail: string]

const NOT_HTTP: Fault = [400, 'The host could not read [the request] as HTTP/1.1. Compare its first line and headers.']

/** What errors of Node’s parser mean. All others are no HTTP. */
const FAULTS: Readonly<Record<string, Fault>> = {
  HPE_INVALID_METHOD: [
    400,
    'The host does not know the [method] of the request. Send GET, POST, PUT, PATCH or DELETE, in capitals.',
  ],
  HPE_HEADER_OVERFLOW: [431, 'The [headers] of the request have more than 16 KiB. Send fewer or shorter ones.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The [chunk extensions] of the body are too long. Send none.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The [request] did not arrive in time. Send it again, faster.'],
}

/** Node keeps the answer being written on the socket; its own `clientError` handling reads it there too. */
function isAnswering(socket: Duplex): boolean {
  return (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage?.headersSent === true
}
