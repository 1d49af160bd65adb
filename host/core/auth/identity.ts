import type { Principal } from './principal.ts'

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
