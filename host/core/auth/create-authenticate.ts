import { ApiError } from '@atrium/sdk'
import type { Authenticate, Identity } from './identity.ts'
import type { LastSeen } from './last-seen.ts'
import { hashSecret } from './secret.ts'
import { readSessionCookie } from './session-cookie.ts'
import type { SessionCache } from './session-cache.ts'
import type { Session } from './sessions.ts'

/** Other schemes are left alone: a proxy in front may have asked for them. */
const BEARER = /^bearer +(\S+) *$/i

export interface AuthenticateOptions {
  /** Who presents a bearer token; undefined for a wrong one. */
  readonly byToken: (token: string) => Identity | undefined
  readonly sessions: SessionCache
  readonly lastSeen: LastSeen
}

/** Makes the function that finds out who asks: by a bearer token, else by the session's cookie. */
export function createAuthenticate({ byToken, sessions, lastSeen }: AuthenticateOptions): Authenticate {
  const toIdentity = (session: Session | undefined) => {
    if (session) lastSeen.note(session)
    return session?.identity
  }
  return ({ authorization, cookie, secure = false }) => {
    const token = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1]
    if (token !== undefined) return byToken(token) ?? refuseToken()
    const secret = readSessionCookie(cookie, { secure })
    if (secret === undefined) return undefined
    const session = sessions.get(hashSecret(secret))
    return session instanceof Promise ? session.then(toIdentity) : toIdentity(session)
  }
}

function refuseToken(): never {
  throw new ApiError('unauthenticated', {
    detail: 'The bearer token is unknown, revoked or expired. Send a valid one, or none at all.',
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  })
}
