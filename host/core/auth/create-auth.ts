import type { Caller, Undo } from '@atrium/sdk'
import type { Database } from '../../base/db/index.ts'
import { LONGEST_TIMER, once, repeat } from '../../base/lifetime/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import { createAuthenticate, createLookUp } from './authenticate.ts'
import { Authority } from './authority.ts'
import { GrantUse } from './grant-use.ts'
import type { Authenticate, Identity, Principal } from './identity.ts'
import { LastSeen } from './last-seen.ts'
import { ManageUsers } from './manage-users.ts'
import { SignInLinks, Tickets } from './one-time-secrets.ts'
import { configuredTokens, endOf, toPrincipal } from './identity.ts'
import { Previews } from './preview.ts'
import { Roles } from './roles.ts'
import { createResume, type Resume } from './resume.ts'
import { SessionCache } from './session-cache.ts'
import type { Session } from './sessions.ts'
import { Sessions } from './sessions.ts'
import { type ActiveToken, Tokens } from './tokens.ts'
import { Users } from './users.ts'

/** Options of `createAuth`. */
export interface AuthOptions {
  /** With `authMigrations` applied. */
  readonly database: Database
  readonly log: HostLogger
  /** `ATRIUM_ADMIN_TOKEN`: a bearer token with all permissions. */
  readonly adminToken?: string | undefined
  /** The command line's bearer token from `data/host.json`, with all permissions. */
  readonly cliToken?: string | undefined
  /** A token that may only read the metrics. */
  readonly metricsToken?: string | undefined
  /** Milliseconds since 1970. Default: the machine's clock. */
  readonly now?: () => number
}

/** Identity in one host: identifying requests, and managing people, roles, tokens and sessions. */
export interface Auth extends Resume {
  readonly authenticate: Authenticate
  readonly users: ManageUsers
  readonly roles: Roles
  readonly tokens: Tokens
  readonly sessions: Sessions
  readonly grantUse: GrantUse
  /** The data of people that signing in reads and writes: e-mails and passwords. */
  readonly people: Users
  /** The one-time links that are still open. `core/sign-in` makes and accepts them. */
  readonly openLinks: SignInLinks
  readonly tickets: Tickets
  readonly authority: Authority
  /** Uses up a ticket and returns who requested it; undefined if it is unknown, used or expired. */
  redeemTicket(ticket: string): Promise<Identity | undefined>
  /**
   * Returns the principal with which a caller previews Atrium as a role or a person. It may do no more than the caller.
   * @param text `role=<id>` or `person=<id>`
   * @throws ApiError `permission_denied`, `preview_unknown`, `header_malformed`
   */
  preview(by: Principal, text: string): Promise<Principal>
  /** Returns the caller with its present permissions; undefined if its session or token has ended, or its person was disabled. */
  renew(caller: Principal): Promise<Principal | undefined>
  /**
   * Calls back within a second after people, roles, tokens or sessions have changed on any host, and at once for changes made here. Code
   * that holds a caller for longer than a request must renew it then. Expired sessions and tokens are not reported.
   */
  onChange(listener: () => void): Undo
  /** Calls back as soon as the session or token of a caller expires, unless that takes longer than a timer can run. */
  atEnd(caller: Principal, listener: () => void): Undo
  /**
   * Renews the caller of a long-running answer at each change, when it expires, and at intervals. The listener gets undefined once the caller has lost all
   * access or cannot be renewed.
   */
  follow(caller: Caller, listener: (caller: Principal | undefined) => void): Undo
  /** Deletes expired rows. Call it once an hour. */
  sweep(): Promise<void>
  /** Waits for pending writes. Call it before closing the database. */
  close(): Promise<void>
}

/** Milliseconds after which a followed caller is renewed, because sessions also end if they are idle. */
const RENEW_EVERY = 30_000

/** Milliseconds by which a timer may be early. */
const EARLY = 5

const ADMIN = { id: 'admin-token', name: 'Admin token', by: 'bearer' } as const
const METRICS = {
  id: 'metrics-token',
  name: 'Metrics token',
  by: 'bearer',
  permissions: ['platform.metrics.view'],
} as const
const COMMAND_LINE = { id: 'cli', name: 'Command line', by: 'cli' } as const

/** Opens the auth room. On the first start it creates the operator, a person with all permissions and no password. */
export async function createAuth(options: AuthOptions): Promise<Auth> {
  const { database, log, adminToken, cliToken, metricsToken, now = Date.now } = options
  const authority = new Authority(database, { log })
  const stores = openStores(database, { authority, now })
  const { people, users, roles, sessions, tokens, links } = stores
  const grantUse = new GrantUse(database, { log, now })
  const configured = configuredTokens([
    ...(adminToken ? [{ token: adminToken, ...ADMIN }] : []),
    ...(cliToken ? [{ token: cliToken, ...COMMAND_LINE }] : []),
    ...(metricsToken ? [{ token: metricsToken, ...METRICS }] : []),
  ])
  const tickets = new Tickets(database, { sessions, tokens, configured, now })
  const used = { database, log, now }
  const sessionsSeen = new LastSeen({ ...used, what: 'session', touch: (session: Session) => sessions.touch(session) })
  const tokensSeen = new LastSeen({ ...used, what: 'token', touch: (token: ActiveToken) => tokens.touch(token) })
  const previews = new Previews(database)
  const remembered = rememberEntries(stores, { authority, now, previews })
  await roles.ensureBuiltIn()
  await people.ensureOperator()
  await authority.look()

  const atEnd: Auth['atEnd'] = (caller, listener) => {
    const left = Math.max(0, endOf(caller) - now()) + EARLY
    return left > LONGEST_TIMER ? () => undefined : once(left, listener, { onError: listener })
  }
  return {
    ...{ users, roles, tokens, sessions, grantUse, people, openLinks: links, tickets, authority },
    authenticate: createAuthenticate({
      byConfigured: configured.identityOf,
      byToken: createLookUp(remembered.tokens, tokensSeen),
      bySession: createLookUp(remembered.sessions, sessionsSeen),
    }),
    redeemTicket: (ticket) => tickets.redeem(ticket),
    preview: (by, text) => previews.as(by, text),
    renew: async (caller) => remembered.renew(caller),
    ...createResume({ database, tokens, configured }),
    onChange: (listener) => authority.hold(listener),
    atEnd,
    follow: (caller, listener) => {
      const renew = () => void remembered.renew(toPrincipal(caller)).then(listener, () => listener(undefined))
      const ended = atEnd(toPrincipal(caller), renew)
      const undo = [authority.hold(renew), repeat(RENEW_EVERY, renew, { onError: renew }), ended]
      return () => undo.forEach((each) => each())
    },
    sweep: async () => {
      for (const swept of [tickets, sessions, links, grantUse]) await swept.sweep()
    },
    close: async () => {
      await authority.close()
      await Promise.all([grantUse.close(), sessionsSeen.settled(), tokensSeen.settled()])
    },
  }
}

interface StoreOptions {
  readonly authority: Authority
  readonly now: () => number
}

function openStores(database: Database, options: StoreOptions) {
  const { now } = options
  const people = new Users(database, { now })
  const roles = new Roles(database, options)
  const sessions = new Sessions(database, options)
  const links = new SignInLinks(database, { now })
  const users = new ManageUsers(database, { ...options, roles, sessions, links })
  const tokens = new Tokens(database, { ...options, users })
  return { people, users, roles, sessions, tokens, links }
}

/** Caches sessions and tokens until the version of authority changes. */
function rememberEntries(
  { sessions, tokens }: ReturnType<typeof openStores>,
  { authority, now, previews }: StoreOptions & { readonly previews: Previews },
) {
  const options = { isCurrent: () => authority.isCurrent, now }
  // Renewals never use the cache; simultaneous ones share one query.
  const shared = { isCurrent: () => false, now }
  const caches = {
    sessions: new SessionCache((hash) => sessions.find('token_hash', hash), options),
    tokens: new SessionCache((hash) => tokens.find('token_hash', hash), options),
    sessionsById: new SessionCache((id) => sessions.find('id', id), shared),
    tokensById: new SessionCache((id) => tokens.find('id', id), shared),
  }
  authority.onChange(() => {
    for (const cache of Object.values(caches)) cache.clear()
  })
  const renew = async (caller: Principal): Promise<Principal | undefined> => {
    const { session, token, kind, preview } = caller
    if (preview) return previews.renew(preview, await renew(preview.by))
    if (!session && !token) return caller
    const entry = await (session ? caches.sessionsById.get(session.id) : caches.tokensById.get(token?.id ?? ''))
    return entry && { ...entry.identity.caller, kind }
  }
  return { sessions: caches.sessions, tokens: caches.tokens, renew }
}
