import type { Caller, Undo } from '@atrium/sdk'
import type { RouteDeclaration } from '@atrium/sdk/host'
import { collect_routes } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'
import { repeat } from '../../base/lifetime/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import { AccountLinks } from './account-links.ts'
import { declareAuthRoutes } from './auth-routes.ts'
import { createAuthenticate, createLookUp } from './authenticate.ts'
import { Authority } from './authority.ts'
import { GrantUse } from './grant-use.ts'
import type { Authenticate, Identity, Principal } from './identity.ts'
import { LastSeen } from './last-seen.ts'
import { createMailer, type MailOptions } from './mailer.ts'
import { ManageUsers } from './manage-users.ts'
import { SignInLinks, Tickets } from './one-time-secrets.ts'
import type { KeyRing } from '../../base/secrets/index.ts'
import type { Provider } from './oidc-provider.ts'
import { publicSite } from './public-site.ts'
import { readRequirements } from './requirements.ts'
import { createSignInMethods } from './sign-in-methods.ts'
import { configuredTokens, toPrincipal } from './identity.ts'
import { Previews } from './preview.ts'
import { Roles } from './roles.ts'
import { createResume, type FormerCaller } from './resume.ts'
import { SessionCache } from './session-cache.ts'
import type { Session } from './sessions.ts'
import { Sessions } from './sessions.ts'
import { SignInLimits } from './sign-in-limits.ts'
import { type ActiveToken, Tokens } from './tokens.ts'
import { Users } from './users.ts'

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
  /** Whether people reach the platform over https, so that only a `__Host-` cookie counts. Default false. */
  readonly isHttps?: boolean
  /** Default: links are not sent, only shown to be copied. */
  readonly mail?: MailOptions | undefined
  /** The identity providers in force. Default: none. */
  readonly providers?: () => readonly Provider[]
  /** Milliseconds since 1970. Default: the machine's clock. */
  readonly now?: () => number
}

/** Identity in one host: identifying requests, signing in, and managing people, roles, tokens and sessions. */
export interface Auth {
  readonly authenticate: Authenticate
  /** The operations below `/api/v1/auth`, for the owner `auth`. */
  readonly routes: readonly RouteDeclaration[]
  readonly users: ManageUsers
  readonly roles: Roles
  readonly tokens: Tokens
  readonly sessions: Sessions
  readonly links: AccountLinks
  readonly grantUse: GrantUse
  /**
   * Makes a one-time sign-in link for the operator, valid for 24 h, and revokes earlier ones. Returns undefined once an operator has a
   * password. The token is in the URL's fragment, which browsers do not send, so no server logs it.
   * @param baseUrl without a trailing slash
   */
  signInLink(baseUrl: string): Promise<string | undefined>
  /** Uses up a ticket and returns who requested it; undefined if it is unknown, used or expired. */
  redeemTicket(ticket: string): Promise<Identity | undefined>
  /**
   * Returns the principal by which a caller looks at Atrium as a role or a person, and who may do no more than the caller.
   * @param text `role=<id>` or `person=<id>`
   * @throws ApiError `permission_denied`, `preview_unknown`, `header_malformed`
   */
  preview(by: Principal, text: string): Promise<Principal>
  /** Returns the caller with its present permissions; undefined if its session or token has ended, or its person was disabled. */
  renew(caller: Principal): Promise<Principal | undefined>
  /** Finds a caller again, for work that goes on after its request (`createResume`). */
  resume(former: FormerCaller): Promise<Principal | undefined>
  /**
   * Calls back within a second after people, roles, tokens or sessions have changed on any host, and at once for changes made here. Whoever
   * holds a caller for longer than a request must renew it then. Expired sessions and tokens are not reported.
   */
  onChange(listener: () => void): Undo
  /**
   * Renews a caller at each change, and from time to time, for an answer that takes long. The listener gets undefined once the caller may
   * do nothing any more, or cannot be renewed.
   */
  follow(caller: Caller, listener: (caller: Principal | undefined) => void): Undo
  /** Deletes expired rows. Call it once an hour. */
  sweep(): Promise<void>
  /** Waits for pending writes. Call it before closing the database. */
  close(): Promise<void>
}

/** Milliseconds after which a followed caller is renewed, because sessions and tokens also expire. */
const RENEW_EVERY = 30_000

const ADMIN = { id: 'admin-token', name: 'Admin token', by: 'bearer' } as const
const COMMAND_LINE = { id: 'cli', name: 'Command line', by: 'cli' } as const

/** Opens the auth room. On the first start it creates the operator, a person with all permissions and no password. */
export async function createAuth(options: AuthOptions): Promise<Auth> {
  const { database, log, adminToken, cliToken, keys, publicUrl, now = Date.now } = options
  const authority = new Authority(database, { log })
  const stores = openStores(database, { authority, now })
  const { people, users, roles, sessions, tokens, links } = stores
  const limits = new SignInLimits(database)
  const grantUse = new GrantUse(database, { log, now })
  const configured = configuredTokens([
    ...(adminToken ? [{ token: adminToken, ...ADMIN }] : []),
    ...(cliToken ? [{ token: cliToken, ...COMMAND_LINE }] : []),
  ])
  const tickets = new Tickets(database, { sessions, tokens, known: configured.identities[0], now })
  const used = { database, log, now }
  const sessionsSeen = new LastSeen({ ...used, what: 'session', touch: (session: Session) => sessions.touch(session) })
  const tokensSeen = new LastSeen({ ...used, what: 'token', touch: (token: ActiveToken) => tokens.touch(token) })
  const previews = new Previews(database)
  const remembered = rememberEntries(stores, { authority, now, previews })
  const { routes, declarations } = collect_routes()
  const methods = createSignInMethods({
    ...{ database, users: people, sessions, limits, keys, log, now },
    site: () => publicSite(publicUrl()),
    requirementsOf: readRequirements(database),
    ...{ accounts: users, roles, providers: options.providers ?? (() => []) },
  })
  const { entrance, steps } = methods
  const origin = () => publicSite(publicUrl()).origin
  const sendMail = options.mail && createMailer(options.mail)
  const accountLinks = new AccountLinks({ authority, people, users, links, origin, sendMail, log })
  const shared = { database, authority, users: people, sessions, links, limits, log }
  declareAuthRoutes(routes, { ...shared, tickets, entrance, methods, accountLinks })
  await roles.ensureBuiltIn()
  await people.ensureOperator()
  await authority.look()

  return {
    ...{ users, roles, tokens, sessions, grantUse, links: accountLinks },
    routes: declarations,
    authenticate: createAuthenticate({
      isHttps: options.isHttps ?? false,
      byConfigured: configured.identityOf,
      byToken: createLookUp(remembered.tokens, tokensSeen),
      bySession: createLookUp(remembered.sessions, sessionsSeen),
    }),
    signInLink: async (baseUrl) => {
      const operator = await people.findNewOperator()
      return operator && `${baseUrl}/sign-in#token=${(await links.renew(operator.id)).token}`
    },
    redeemTicket: (ticket) => tickets.redeem(ticket),
    preview: (by, text) => previews.as(by, text),
    renew: async (caller) => remembered.renew(caller),
    resume: createResume({ database, tokens, configured }),
    onChange: (listener) => authority.onChange(listener),
    follow: (caller, listener) => {
      const renew = () => void remembered.renew(toPrincipal(caller)).then(listener, () => listener(undefined))
      const undo = [authority.onChange(renew), repeat(RENEW_EVERY, renew, { onError: renew })]
      return () => undo.forEach((each) => each())
    },
    sweep: async () => {
      for (const swept of [tickets, sessions, links, limits, steps, grantUse]) await swept.sweep()
    },
    close: async () => {
      authority.close()
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

/** Remembers sessions and tokens until the version of authority changes. */
function rememberEntries(
  { sessions, tokens }: ReturnType<typeof openStores>,
  { authority, now, previews }: StoreOptions & { readonly previews: Previews },
) {
  const options = { isCurrent: () => authority.isCurrent, now }
  // Renewals are never answered from memory; those at the same time share one query.
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
