import type { Server } from 'node:http'
import { createServer, IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type Koa from 'koa'
import type { SpareDescriptors } from '../../base/lifetime/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import { silentLogger } from '../../base/log/index.ts'
import { answerClientError, refuseHosts } from './client-error.ts'
import { KEEP_ALIVE_MS } from './ready-head.ts'
import { createFrame, type FrameOptions } from './frame.ts'

export interface ListenOptions extends FrameOptions {
  /** Default 0: any free port. */
  readonly port?: number
  /** Default `127.0.0.1`. */
  readonly host?: string
  /** Milliseconds within which the head of a request must arrive. Default 15 s. */
  readonly headersTimeout?: number
  /** Milliseconds within which a whole request, including an upload, must arrive. Default 5 minutes. */
  readonly requestTimeout?: number
  /** Default: silent. */
  readonly log?: HostLogger
  /** If set, connections on the last descriptors are closed after one answer. The server closes it. */
  readonly descriptors?: SpareDescriptors
}

/** A listening server. */
export interface Listening {
  /** For upgrades: `server.on('upgrade', …)`. */
  readonly server: Server
  /** `http://127.0.0.1:3000`, with the base path, without a trailing slash. */
  readonly url: string
  /**
   * Stops accepting, lets running requests finish, and cuts off the rest after the deadline.
   * @param deadline in milliseconds, default 10 s
   */
  close(deadline?: number): Promise<void>
}

/** Starts a server for the application. Rejects if the address is taken or not permitted. */
export async function listen(app: Koa, options: ListenOptions = {}): Promise<Listening> {
  const {
    port = 0,
    host = '127.0.0.1',
    headersTimeout = 15_000,
    requestTimeout = 300_000,
    log = silentLogger,
    descriptors,
  } = options
  const connectionsCheckingInterval = Math.min(CHECK_MS, headersTimeout, requestTimeout)
  const timeouts = { headersTimeout, requestTimeout, connectionsCheckingInterval, keepAliveTimeout: KEEP_ALIVE_MS }
  const frame = createFrame(options)
  const settings = {
    ...{ ...timeouts, maxHeaderSize: MOST_HEADER_BYTES, IncomingMessage: UpgradableRequest },
    ...(frame && { ServerResponse: frame.ServerResponse }),
  }
  // Koa answers every request, errors included, so its promise can be ignored.
  const handle = app.callback()
  const brief = new WeakSet<Socket>()
  const server = createServer(settings, (request, response) => {
    if (hasTwoHosts(request)) return refuseHosts(response)
    if (brief.has(request.socket)) response.shouldKeepAlive = false
    if (frame === undefined || frame.enter(request, response)) void handle(request, response)
    return undefined
  })
  // Registered before the listener of the WebSockets.
  if (frame !== undefined) server.on('upgrade', (request) => frame.enterUpgrade(request))
  server.on('connection', (socket) => {
    if (descriptors?.areLast) brief.add(socket.setTimeout(BRIEF_MS, () => socket.destroy()))
  })
  server.on('clientError', answerClientError)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  // Without a listener the error would end the process. Node emits it if no descriptor is left for a new connection.
  server.on('error', (error) => {
    descriptors?.look()
    log.error('a connection could not be accepted', { err: error })
  })
  const close = (deadline?: number) => {
    descriptors?.close()
    return closeServer(server, deadline)
  }
  return { server, url: urlOf(server) + (options.basePath ?? ''), close }
}

/** Node takes the first of them. A proxy that takes the last would send the request to another host (RFC 9112 section 3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** Milliseconds for a connection on one of the last descriptors. */
const BRIEF_MS = 5_000

/** For the whole head of a request. A larger one is answered with 431. */
const MOST_HEADER_BYTES = 16 * 1024

/** Milliseconds between Node's checks for requests that take too long. */
const CHECK_MS = 5_000

/**
 * A request that counts as an upgrade only if it asks for a WebSocket (or a tunnel, which is always refused). With an
 * upgrade listener, Node treats every `Upgrade` header as an upgrade. Clients that prefer HTTP/2 send `Upgrade: h2c`
 * with each request, and a server that does not support a protocol answers in the current one (RFC 9110 section 7.8).
 */
class UpgradableRequest extends IncomingMessage {
  /** Node sets it in the constructor, before the headers exist and before a private field would. */
  declare private asksForUpgrade: boolean | null

  /** A request with two hosts is none, so that it is refused like any other. */
  get upgrade(): boolean {
    if (this.asksForUpgrade !== true) return false
    return this.method === 'CONNECT' || (this.headers.upgrade?.toLowerCase() === 'websocket' && !hasTwoHosts(this))
  }

  set upgrade(asks: boolean | null) {
    this.asksForUpgrade = asks
  }
}

/**
 * Stops accepting, closes connections as they fall idle, and cuts off busy ones after the deadline.
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

/** How often idle connections are closed while the server shuts down, in milliseconds. */
const SWEEP_MS = 50

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
