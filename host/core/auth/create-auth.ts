import type { Undo } from '@atrium/sdk'
import { ApiError } from '@atrium/sdk'
import type { RouteDeclaration } from '@atrium/sdk/host'
import { collect_routes } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import { declareAuthRoutes } from './auth-routes.ts'
import type { Authenticate, Identity } from './identity.ts'
import { LastSeen } from './last-seen.ts'
import { SignInLinks, Tickets } from './one-time-secrets.ts'
import type { KeyRing } from '../../base/secrets/index.ts'
import { publicSite } from './public-site.ts'
import { joinRequirements, type RequirementsOf } from './requirements.ts'
import { createSignInMethods } from './sign-in-methods.ts'
import { configuredTokens } from './identity.ts'
import { hashSecret } from './secret.ts'
import { SessionCache } from './session-cache.ts'
import { readSessionCookie } from './session-cookie.ts'
import type { Session } from './sessions.ts'
import { Sessions } from './sessions.ts'
import { SignInLimits } from './sign-in-limits.ts'
import { Users } from './users.ts'

/** Other schemes are ignored, because a proxy in front of the host may use them. */
const BEARER = /^bearer +(\S+) *$/i

interface AuthenticateOptions {
  /** Returns the holder of a bearer token; undefined for an unknown token. */
  readonly byToken: (token: string) => Identity | undefined
  readonly sessions: SessionCache
  readonly lastSeen: LastSeen
}

/** Makes the function that identifies a request by its bearer token, otherwise by its session cookie. */
function createAuthenticate({ byToken, sessions, lastSeen }: AuthenticateOptions): Authenticate {
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
    detail: 'The bearer token is unknown, revoked or expired. Send a valid one, or none.',
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  })
}

/** What `createAuth` works with. */
export interface AuthOptions {
  /** With `authMigrations` applied. */
  readonly database: Database
  readonly log: HostLogger
  /** `ATRIUM_ADMIN_TOKEN`: a bearer token with all permissions. */
  readonly adminToken?: string | undefined
  /** The command line's bearer token from `data/host.json`, with all permissions. */
  readonly cliToken?: string | undefined
  /** Seals the keys of authenticator apps. */
  readonly keys: KeyRing
  /** Where people reach the platform, such as `https://atrium.example.org`. Asked late, because a free port is known late. */
  readonly publicUrl: () => string
  /** What the roles of a person require of their sign-in. Default: nothing. */
  readonly requirementsOf?: RequirementsOf
  /** Milliseconds since 1970. Default: the machine's clock. */
  readonly now?: () => number
}

/** Identity in one host: identifying requests, signing in and sessions. */
export interface Auth {
  readonly authenticate: Authenticate
  /** The operations below `/api/v1/auth`, for the owner `auth`. */
  readonly routes: readonly RouteDeclaration[]
  /**
   * Makes a one-time sign-in link for the operator, valid for 24 h, and revokes earlier ones. Returns undefined once anybody has a
   * password. The token is in the URL's fragment, which browsers do not send, so no server logs it.
   * @param baseUrl without a trailing slash
   */
  signInLink(baseUrl: string): Promise<string | undefined>
  /** Uses up a ticket and returns who requested it; undefined if it is unknown, used or expired. */
  redeemTicket(ticket: string): Promise<Identity | undefined>
  /** Returns the identity of a session with its current permissions; undefined if the session has ended. */
  findSession(id: string): Promise<Identity | undefined>
  /** Ends a session, in the present transaction. This host forgets it at the commit. */
  endSession(id: string): Promise<void>
  /** Reports the ids of sessions that this host has ended, after the commit. Expired sessions are not reported. */
  onSessionsEnded(listener: (ids: readonly string[]) => void): Undo
  /** Deletes expired rows. Call it once an hour. */
  sweep(): Promise<void>
  /** Waits for pending writes. Call it before closing the database. */
  close(): Promise<void>
}

const ADMIN = { id: 'admin-token', name: 'Admin token', by: 'bearer' } as const
const COMMAND_LINE = { id: 'cli', name: 'Command line', by: 'cli' } as const

/** Opens the auth room. On the first start it creates the operator, a person with all permissions and no password. */
export async function createAuth(options: AuthOptions): Promise<Auth> {
  const { database, log, adminToken, cliToken, keys, publicUrl, now = Date.now } = options
  const users = new Users(database, { now })
  const sessions = new Sessions(database, { now })
  const links = new SignInLinks(database, { now })
  const limits = new SignInLimits(database)
  const configured = configuredTokens([
    ...(adminToken ? [{ token: adminToken, ...ADMIN }] : []),
    ...(cliToken ? [{ token: cliToken, ...COMMAND_LINE }] : []),
  ])
  const tickets = new Tickets({ database, sessions, known: configured.identities[0], now })
  const remembered = new SessionCache(sessions, { now })
  const lastSeen = new LastSeen({ database, sessions, log, now })
  const { routes, declarations } = collect_routes()
  const forget = () => remembered.clear()
  const methods = createSignInMethods({
    ...{ database, users, sessions, limits, keys, log, forget, now },
    site: () => publicSite(publicUrl()),
    requirementsOf: options.requirementsOf ?? (async () => joinRequirements([])),
  })
  const { entrance, steps } = methods
  declareAuthRoutes(routes, { database, users, sessions, links, limits, tickets, log, forget, entrance, methods })
  await users.ensureOperator()

  return {
    routes: declarations,
    authenticate: createAuthenticate({
      byToken: configured.identityOf,
      sessions: remembered,
      lastSeen,
    }),
    signInLink: async (baseUrl) => {
      if (await users.anyPassword()) return undefined
      const operator = await users.findOperator()
      return operator && `${baseUrl}/sign-in#token=${await links.renew(operator.id)}`
    },
    redeemTicket: (ticket) => tickets.redeem(ticket),
    findSession: async (id) => (await sessions.find('id', id))?.identity,
    endSession: async (id) => {
      await sessions.endById(id)
      database.afterCommit(forget)
    },
    onSessionsEnded: (listener) => sessions.onEnded(listener),
    sweep: async () => {
      for (const swept of [tickets, sessions, links, limits, steps]) await swept.sweep()
    },
    close: () => lastSeen.settled(),
  }
}
