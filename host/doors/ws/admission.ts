import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError, nearest_name } from '@atrium/sdk'
import type { ServerOptions } from 'ws'
import { WebSocketServer } from 'ws'
import { loggedFailure, toProblem } from '../../base/errors/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { Auth, Identity, RateLimit, ReadSender } from '../../core/auth/index.ts'
import { createReadSender, isSameOrigin, networkOf } from '../../core/auth/index.ts'

/** Milliseconds for a client to confirm a close. */
const FAREWELL_MS = 1_000

/**
 * Makes a WebSocket server that accepts upgrades from another server. It does not compress: compression costs more
 * memory than it saves.
 */
export function createWebSocketServer({ maxPayload, log }: { maxPayload: number; log: HostLogger }): WebSocketServer {
  // The types of ws do not declare `closeTimeout` yet.
  const options: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload,
    closeTimeout: FAREWELL_MS,
  }
  const server = new WebSocketServer(options)
  return server.on('wsClientError', ({ message }, socket) => {
    const detail = `The WebSocket handshake is invalid (RFC 6455 section 4.2.1): ${message}. Connect with a WebSocket client.`
    refuseUpgrade(socket, new ApiError('header_malformed', { detail }), log)
  })
}

export interface AdmissionOptions {
  readonly auth: Pick<Auth, 'authenticate' | 'redeemTicket'>
  /** Limits failed attempts, by network. */
  readonly limitAddress: RateLimit
  /** Default: no proxy is trusted. */
  readonly readSender?: ReadSender | undefined
}

/**
 * Makes the function that identifies who opens a connection: by a one-time `?ticket=`, a bearer token or a cookie. A
 * cookie also requires an `Origin` of this host, because browsers let any page open a WebSocket anywhere and send
 * cookies along.
 * @throws ApiError 400 `query_unknown`, 401 `unauthenticated`, 403 `origin_refused`, 429 `too_many_requests`
 */
export function createAdmission({ auth, limitAddress, readSender = createReadSender() }: AdmissionOptions) {
  return async (request: IncomingMessage, query: URLSearchParams): Promise<Identity> => {
    requireKnown(query)
    const ticket = query.get('ticket')
    try {
      return ticket === null ? await byHeaders(request) : await byTicket(ticket)
    } catch (error) {
      limitAddress(networkOf(readSender(request).address))
      throw error
    }
  }

  async function byTicket(ticket: string): Promise<Identity> {
    return (await auth.redeemTicket(ticket)) ?? refuse('The ticket is unknown, used or expired. Request a new one.')
  }

  async function byHeaders(request: IncomingMessage): Promise<Identity> {
    const { headers } = request
    const { authorization, cookie } = headers
    const { isHttps: secure, host } = readSender(request)
    const identity = (await auth.authenticate({ authorization, cookie, secure })) ?? refuse(NOBODY)
    if (identity.by === 'cookie' && !isSameOrigin({ headers, host })) throw refuseOrigin(headers.origin, host)
    return identity
  }
}

/** What a connection may be opened with. */
const PARAMETERS = ['namespace', 'preview', 'ticket']

/** A misspelt parameter would have no effect: every message would then lack its namespace. */
function requireKnown(query: URLSearchParams): void {
  for (const name of query.keys()) {
    if (PARAMETERS.includes(name)) continue
    const nearest = nearest_name(name, PARAMETERS)
    const hint = nearest === undefined ? '' : ` Did you mean [${nearest}]?`
    const known = PARAMETERS.map((each) => `[${each}]`).join(', ')
    throw new ApiError('query_unknown', { detail: `Unknown query parameter [${name}].${hint} Known: ${known}.` })
  }
}

const NOBODY =
  'A WebSocket requires authentication. Open it with a session cookie, with `Authorization: Bearer …`, or with a `?ticket=` from ' +
  '`POST /api/v1/auth/tickets`.'

function refuse(detail: string): never {
  throw new ApiError('unauthenticated', { detail, headers: { 'WWW-Authenticate': 'Bearer' } })
}

const refuseOrigin = (origin = 'an unknown origin', host: string) =>
  new ApiError('origin_refused', {
    detail:
      `A page of [${origin}] may not open a WebSocket to [${host}] with a session cookie. ` +
      'Open it from the platform’s own pages, or with a ticket.',
  })

/** Answers an upgrade with an error in the format of the API and closes the connection. */
export function refuseUpgrade(socket: Duplex, thrown: unknown, log: HostLogger): void {
  const requestId = randomUUID()
  const { status, headers, body, error } = toProblem(thrown, { requestId })
  if (status >= 500) log.error('opening a WebSocket failed', { ...loggedFailure(error), request_id: requestId })
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
