import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { ApiError } from '@atrium/sdk'
import type { ServerOptions } from 'ws'
import { WebSocketServer } from 'ws'
import { toProblem } from '../../base/errors/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { Auth, RateLimit, Identity } from '../../core/auth/index.ts'
import { isSameOrigin, networkOf } from '../../core/auth/index.ts'

/** How long a client may take to answer that it is being closed, in milliseconds. */
const FAREWELL_MS = 1_000

/** The WebSocket protocol without a server of its own: whoever gets an upgrade hands it over. Nothing is compressed: it costs more memory than it saves. */
export function createWebSocketServer({ maxPayload, log }: { maxPayload: number; log: HostLogger }): WebSocketServer {
  // Its types do not know `closeTimeout` yet.
  const options: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload,
    closeTimeout: FAREWELL_MS,
  }
  const server = new WebSocketServer(options)
  return server.on('wsClientError', ({ message }, socket) => {
    const detail = `This is no WebSocket handshake (RFC 6455 section 4.2.1): ${message}.`
    refuseUpgrade(socket, new ApiError('header_malformed', { detail }), log)
  })
}

export interface AdmissionOptions {
  readonly auth: Pick<Auth, 'authenticate' | 'redeemTicket'>
  /** Counts who is not known, by network. */
  readonly limitAddress: RateLimit
}

/**
 * Makes the function that finds out who opens a connection: by a one-time `?ticket=`, a bearer token, or a cookie. A cookie also
 * needs a page of this host, because browsers let every page open a WebSocket anywhere and send it along.
 * @throws ApiError 401 `unauthenticated`, 403 `origin_refused`, 429 `too_many_requests`
 */
export function createAdmission({ auth, limitAddress }: AdmissionOptions) {
  return async (request: IncomingMessage, query: URLSearchParams): Promise<Identity> => {
    const ticket = query.get('ticket')
    try {
      return ticket === null ? await byHeaders(request) : await byTicket(ticket)
    } catch (error) {
      limitAddress(networkOf(request.socket.remoteAddress ?? ''))
      throw error
    }
  }

  async function byTicket(ticket: string): Promise<Identity> {
    return (await auth.redeemTicket(ticket)) ?? refuse('The ticket is unknown, used or expired. Ask for another one.')
  }

  async function byHeaders({ headers, socket }: IncomingMessage): Promise<Identity> {
    const { authorization, cookie, host = '' } = headers
    const secure = (socket as Partial<TLSSocket>).encrypted === true
    const identity = (await auth.authenticate({ authorization, cookie, secure })) ?? refuse(NOBODY)
    if (identity.by === 'cookie' && !isSameOrigin({ headers, host })) throw refuseOrigin(headers.origin, host)
    return identity
  }
}

const NOBODY =
  'Nobody is signed in. Open it with the cookie of a session, with `Authorization: Bearer …`, or with the `?ticket=` that ' +
  '`POST /api/v1/auth/tickets` gives.'

function refuse(detail: string): never {
  throw new ApiError('unauthenticated', { detail, headers: { 'WWW-Authenticate': 'Bearer' } })
}

const refuseOrigin = (origin = 'an unknown origin', host: string) =>
  new ApiError('origin_refused', {
    detail:
      `A page of [${origin}] may not open a WebSocket to [${host}] with a person's cookie. ` +
      'Open it from the platform’s own pages, or with a ticket.',
  })

/** Answers instead of a WebSocket with an error, as the API would, and closes the connection. */
export function refuseUpgrade(socket: Duplex, thrown: unknown, log: HostLogger): void {
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
