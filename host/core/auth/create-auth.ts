import type { Undo } from '@atrium/sdk'
import { ApiError } from '@atrium/sdk'
import type { RouteDeclaration } from '@atrium/sdk/host'
import { collect_routes } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'
import type { Logger } from '../../base/log/index.ts'
import { declareAuthRoutes } from './auth-routes.ts'
import type { Authenticate, Identity } from './identity.ts'
import { LastSeen } from './last-seen.ts'
import { SignInLinks, Tickets } from './one-time-secrets.ts'
import { createKnownToken } from './identity.ts'
import { hashSecret } from './secret.ts'
import { SessionCache } from './session-cache.ts'
import { readSessionCookie } from './session-cookie.ts'
import type { Session } from './sessions.ts'
import { Sessions } from './sessions.ts'
import { SignInLimits } from './sign-in-limits.ts'
import { Users } from './users.ts'

/** Other schemes are left alone: a proxy in front may have asked for them. */
const BEARER = /^bearer +(\S+) *$/i

interface AuthenticateOptions {
  /** Who presents a bearer token; undefined for a wrong one. */
  readonly byToken: (token: string) => Identity | undefined
  readonly sessions: SessionCache
  readonly lastSeen: LastSeen
}

/** Makes the function that finds out who asks: by a bearer token, else by the session's cookie. */
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
    detail: 'The bearer token is unknown, revoked or expired. Send a valid one, or none at all.',
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  })
}

export interface AuthOptions {
  /** With `authMigrations` applied. */
  readonly database: Database
  readonly log: Logger
  /** `ATRIUM_ADMIN_TOKEN`: presets a bearer token that may do everything. */
  readonly adminToken?: string | undefined
  /** The token that the host leaves for the command line in `data/host.json`; it may do everything too. */
  readonly cliToken?: string | undefined
  /** In milliseconds since 1970. Default: the clock of the machine. */
  readonly now?: () => number
}

/** Identity in one host: who asks, and how one signs in. */
export interface Auth {
  readonly authenticate: Authenticate
  /** The operations below `/api/v1/auth`, for the owner `auth`. */
  readonly routes: readonly RouteDeclaration[]
  /**
   * While nobody has a password: a fresh one-time link for the operator, valid for 24 h; earlier ones are void. Its token is in
   * the fragment, which no server and no log ever sees. Undefined as soon as somebody can sign in without.
   * @param baseUrl without a slash at its end
   */
  signInLink(baseUrl: string): Promise<string | undefined>
  /** Who asked for the ticket, once. Undefined where it is unknown, used or expired. */
  redeemTicket(ticket: string): Promise<Identity | undefined>
  /** Who is in a session, and what they may do now. Undefined where it is over. */
  findSession(id: string): Promise<Identity | undefined>
  /** Tells the ids of sessions that were ended by this host, once that is committed; not of those that expire. */
  onSessionsEnded(listener: (ids: readonly string[]) => void): Undo
  /** Removes what has expired; to be called once an hour. */
  sweep(): Promise<void>
  /** Waits for what is still being written. To be called before the database is closed. */
  close(): Promise<void>
}

const ADMIN = { id: 'admin-token', name: 'Admin token', by: 'bearer' } as const
const COMMAND_LINE = { id: 'cli', name: 'Command line', by: 'cli' } as const

/** Makes it, and on the first start the operator: the person who may do everything, and who has no password. */
export async function createAuth({ database, log, adminToken, cliToken, now = Date.now }: AuthOptions): Promise<Auth> {
  const users = new Users(database, { now })
  const sessions = new Sessions(database, { now })
  const links = new SignInLinks(database, { now })
  const limits = new SignInLimits(database)
  const known = [
    ...(adminToken ? [createKnownToken(adminToken, ADMIN)] : []),
    ...(cliToken ? [createKnownToken(cliToken, COMMAND_LINE)] : []),
  ]
  const tickets = new Tickets({ database, sessions, known: known[0]?.identity, now })
  const remembered = new SessionCache(sessions, { now })
  const lastSeen = new LastSeen({ database, sessions, log, now })
  const { routes, declarations } = collect_routes()
  const forget = () => remembered.clear()
  declareAuthRoutes(routes, { database, users, sessions, links, limits, tickets, log, forget })
  await users.ensureOperator()

  return {
    routes: declarations,
    authenticate: createAuthenticate({
      byToken: (token) => known.find((each) => each.matches(token))?.identity,
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
    onSessionsEnded: (listener) => sessions.onEnded(listener),
    sweep: async () => {
      for (const swept of [tickets, sessions, links, limits]) await swept.sweep()
    },
    close: () => lastSeen.settled(),
  }
}
