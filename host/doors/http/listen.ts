import type { Server, ServerResponse } from 'node:http'
import { createServer, IncomingMessage, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type Koa from 'koa'

/** Connections fall idle one by one as their requests end. */
const SWEEP_MS = 50

/**
 * Stops accepting, closes connections as they fall idle, and cuts off those that are still busy after the deadline.
 * @param deadline in milliseconds
 */
async function closeServer(server: Server, deadline = 10_000): Promise<void> {
  if (!server.listening) return
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  const cut = setTimeout(() => server.closeAllConnections(), deadline)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}

/**
 * A request that is an upgrade only if it asks for a WebSocket (or a tunnel, which nobody gets). To Node every `Upgrade` header is one as soon as somebody listens
 * for upgrades; but clients that would rather speak HTTP/2 send `Upgrade: h2c` with each request, and a server that does not know
 * a protocol answers in the one it was asked in (RFC 9110 section 7.8).
 */
class UpgradableRequest extends IncomingMessage {
  /** Set by Node before there are headers, and in the constructor: no private field would be there yet. */
  declare private asksForUpgrade: boolean | null

  get upgrade(): boolean {
    const { method, headers } = this
    return this.asksForUpgrade === true && (method === 'CONNECT' || headers.upgrade?.toLowerCase() === 'websocket')
  }

  set upgrade(asks: boolean | null) {
    this.asksForUpgrade = asks
  }
}

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
function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
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

export interface ListenOptions {
  /** Default 0: any free one. */
  readonly port?: number
  /** Default `127.0.0.1`. */
  readonly host?: string
  /** How long the head of a request may take, in milliseconds. Default 15 s. */
  readonly headersTimeout?: number
  /** How long a whole request may take to arrive, in milliseconds. Default 5 minutes: uploads are requests too. */
  readonly requestTimeout?: number
}

/** A server that takes requests. */
export interface Listening {
  /** For those who take over connections: `server.on('upgrade', …)`. */
  readonly server: Server
  /** `http://127.0.0.1:3000`, without a slash at the end. */
  readonly url: string
  /** Stops accepting, lets requests end and cuts off what is still running after the deadline. @param deadline in milliseconds, default 10 s */
  close(deadline?: number): Promise<void>
}

/** Longer than the 60 s after which common proxies let go of a connection: whoever is second to let go must be the server. */
const KEEP_ALIVE_MS = 65_000

/** How often Node looks for requests that take too long. */
const CHECK_MS = 5_000

/** Rejects where the address is taken or not allowed. */
export async function listen(app: Koa, options: ListenOptions = {}): Promise<Listening> {
  const { port = 0, host = '127.0.0.1', headersTimeout = 15_000, requestTimeout = 300_000 } = options
  const connectionsCheckingInterval = Math.min(CHECK_MS, headersTimeout, requestTimeout)
  const timeouts = { headersTimeout, requestTimeout, connectionsCheckingInterval, keepAliveTimeout: KEEP_ALIVE_MS }
  const settings = { ...timeouts, IncomingMessage: UpgradableRequest }
  // Koa answers whatever happens; its promise is for nobody.
  const handle = app.callback()
  const server = createServer(settings, (request, response) => void handle(request, response))
  server.on('clientError', answerClientError)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return { server, url: urlOf(server), close: (deadline) => closeServer(server, deadline) }
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
