import { hash, timingSafeEqual } from 'node:crypto'
import type { Caller } from '@atrium/sdk'
import { ApiError } from '@atrium/sdk'

/** Every person may ask who they are, sign out and change their password. */
const OWN = 'auth.*'

/** A caller that has shown who it is. */
export interface Principal extends Caller {
  /** All that it holds, as `GET /api/v1/auth/me` tells. */
  readonly permissions: readonly string[]
  /** Where it came by signing in. `expires_at` is the end that no activity puts off. */
  readonly session?: { readonly id: string; readonly expires_at: string }
}

/** Makes a caller of what is known of it. */
export function createPrincipal(known: Pick<Principal, 'id' | 'kind' | 'name' | 'permissions' | 'session'>): Principal {
  const permissions = known.permissions.includes('*') ? ['*'] : [...known.permissions, OWN]
  return { ...known, permissions, can: createGrant(permissions), scope: () => undefined }
}

/** The caller as this room made it. @throws ApiError `unauthenticated` for one that never signed in, such as the host itself */
export function toPrincipal(caller: Caller): Principal {
  if ('permissions' in caller) return caller as Principal
  throw new ApiError('unauthenticated', {
    detail: `The caller [${caller.id}] has not signed in. Sign in, or send an API token as \`Authorization: Bearer …\`.`,
  })
}

/** Who a request comes from, and how that was shown. */
export interface Identity {
  readonly caller: Principal
  /**
   * Cookie requests that change something must come from the platform's own origin (design section 9). `cli` is the bearer token
   * that the host leaves in `data/host.json` for the command line.
   */
  readonly by: 'cookie' | 'bearer' | 'cli'
  /** The session's row, where there is one. */
  readonly sessionId?: string
}

/** The headers an identity is read from. */
export interface Credentials {
  readonly authorization?: string | undefined
  readonly cookie?: string | undefined
  /** Whether the client came over https, a trusted proxy's word included: then only the cookie `__Host-…` counts. Default false. */
  readonly secure?: boolean
}

/**
 * Finds out who asks. Undefined where no credentials are given, and for a cookie whose session is over, so that the sign-in page
 * still opens; a wrong bearer token throws 401, so that a program with a stale one is not taken for an anonymous one.
 * Synchronous where the answer is known already: this is on the path of every request.
 */
export type Authenticate = (credentials: Credentials) => Identity | undefined | Promise<Identity | undefined>

/**
 * Makes the question whether a permission is among those granted. `*` stands for one segment, and as the last one for everything
 * below: `clients.*` grants `clients.notes.view`, `*` grants all. The shell reads them the same way.
 */
function createGrant(granted: readonly string[]): (permission: string) => boolean {
  if (granted.includes('*')) return () => true
  const exact = new Set(granted)
  const patterns = granted.filter((permission) => permission.includes('*')).map(toPattern)
  return (permission) => exact.has(permission) || patterns.some((pattern) => pattern.test(permission))
}

function toPattern(permission: string): RegExp {
  const segments = permission.split('.')
  const parts = segments.map((segment, at) => {
    if (segment === '*') return at === segments.length - 1 ? '.+' : '[^.]+'
    return segment.replace(/[^\w-]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('\\.')}$`)
}

/**
 * The identity behind a token that the host knows from its start and that may do everything, and the question whether a token is
 * that one. Compared by hash and in constant time, so that neither length nor a common beginning shows.
 */
interface KnownToken {
  readonly identity: Identity
  matches(token: string): boolean
}

/** Who presents a known token: its name in the audit log, and through which door it comes. */
interface TokenHolder extends Pick<Identity, 'by'> {
  readonly id: string
  readonly name: string
}

/** Makes it of the token's text. */
export function createKnownToken(token: string, { id, name, by }: TokenHolder): KnownToken {
  const expected = sha256(token)
  const caller = createPrincipal({ id, kind: 'token', name, permissions: ['*'] })
  // Found by its hash, which V8 seeds anew in each process: as silent as comparing in constant time, and 2 µs quicker.
  const proven = new Set<string>()
  const prove = (given: string) => {
    const isRight = timingSafeEqual(sha256(given), expected)
    if (isRight) proven.add(given)
    return isRight
  }
  return { identity: { caller, by }, matches: (given) => proven.has(given) || prove(given) }
}

const sha256 = (text: string) => hash('sha256', text, 'buffer')
