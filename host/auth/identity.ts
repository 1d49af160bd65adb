import type { Caller } from '@atrium/sdk'

/** Who a request comes from, and how that was shown. */
export interface Identity {
  readonly caller: Caller
  /** Cookie requests that change something must come from the platform's own origin (design section 9). */
  readonly by: 'cookie' | 'bearer'
  /** The session's row, where there is one. */
  readonly sessionId?: string
}

/** The headers an identity is read from. */
export interface Credentials {
  readonly authorization?: string | undefined
  readonly cookie?: string | undefined
}

/**
 * Finds out who asks. Undefined where no credentials are given; wrong or expired ones throw 401, so that a program with a stale
 * token is not taken for an anonymous one. Synchronous where the answer is known already: this is on the path of every request.
 */
export type Authenticate = (credentials: Credentials) => Identity | undefined | Promise<Identity | undefined>
