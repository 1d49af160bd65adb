import { ApiError } from '@atrium/sdk'
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { Auth, RateLimit, Identity } from '../../core/auth/index.ts'
import { isSameOrigin, networkOf } from '../../core/auth/index.ts'

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
