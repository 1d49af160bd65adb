import { ApiError } from '@atrium/sdk'
import type { Authenticate, Identity } from './identity.ts'
import type { LastSeen } from './last-seen.ts'
import { hashSecret } from './secret.ts'
import type { SessionCache } from './session-cache.ts'
import { readSessionCookie } from './session-cookie.ts'
import type { Session } from './sessions.ts'
import { type ActiveToken, isWellFormedToken, TOKEN_PREFIX } from './tokens.ts'

/** Other schemes are ignored, because a proxy in front of the host may use them. */
const BEARER = /^bearer +(\S+) *$/i

interface AuthenticateOptions {
  /** Returns the holder of a configured token; undefined for an unknown token. */
  readonly byConfigured: (token: string) => Identity | undefined
  readonly byToken: (hash: string) => Identity | undefined | Promise<Identity | undefined>
  readonly bySession: (hash: string) => Identity | undefined | Promise<Identity | undefined>
}

/** Makes the function that identifies a request by its bearer token, otherwise by its session cookie. */
export function createAuthenticate({ byConfigured, byToken, bySession }: AuthenticateOptions): Authenticate {
  // V8 seeds the hashes of a Map differently in each process, so a look-up leaks no more than the comparison of hashes.
  const proven = new Map<string, Identity>()
  const prove = (token: string) => {
    const identity = byConfigured(token)
    if (identity) proven.set(token, identity)
    return identity
  }
  return ({ authorization, cookie, secure = false }) => {
    const token = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1]
    if (token !== undefined) {
      const isIssued = token.startsWith(TOKEN_PREFIX) && isWellFormedToken(token)
      const identity = isIssued ? byToken(hashSecret(token)) : (proven.get(token) ?? prove(token))
      return identity instanceof Promise
        ? identity.then((found) => found ?? refuseToken())
        : (identity ?? refuseToken())
    }
    const secret = readSessionCookie(cookie, { secure })
    return secret === undefined ? undefined : bySession(hashSecret(secret))
  }
}

/** Makes the look-up of sessions or tokens. It uses the cache where possible and records each use. */
export function createLookUp<Entry extends Session | ActiveToken>(
  cache: SessionCache<Entry>,
  lastSeen: LastSeen<Entry>,
) {
  const toIdentity = (entry: Entry | undefined) => {
    if (entry) lastSeen.note(entry)
    return entry?.identity
  }
  return (hash: string) => {
    const entry = cache.get(hash)
    return entry instanceof Promise ? entry.then(toIdentity) : toIdentity(entry)
  }
}

function refuseToken(): never {
  throw new ApiError('unauthenticated', {
    detail: 'The bearer token is unknown, revoked or expired. Send a valid one, or none.',
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  })
}
