import type { RouteDeclaration } from '@atrium/sdk/host'
import { collect_routes } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { KeyRing } from '../../base/secrets/index.ts'
import { type Auth, readRequirements } from '../auth/index.ts'
import { AccountLinks } from './account-links.ts'
import { declareAuthRoutes } from './auth-routes.ts'
import { createMailer, type MailOptions } from './mailer.ts'
import type { NewDevice } from './known-device.ts'
import type { OidcPeople, PersonChange } from './oidc-people.ts'
import type { Provider } from './oidc.ts'
import { publicSite } from './public-site.ts'
import type { RequiredMethods } from './required-methods.ts'
import { SignInLimits } from './sign-in-limits.ts'
import { createSignInMethods } from './sign-in-methods.ts'

/** Options of `createSignIn`. */
export interface SignInOptions {
  readonly auth: Auth
  /** With `authMigrations` applied. */
  readonly database: Database
  readonly log: HostLogger
  /** Seals the keys of authenticator apps. */
  readonly keys: KeyRing
  /** The address of the platform, such as `https://atrium.example.org`. A function, because a free port is only known late. */
  readonly publicUrl: () => string
  /** Default: links are not sent, only shown to be copied. */
  readonly mail?: MailOptions | undefined
  /** Called in the transaction in which somebody signs in with a browser that they have not used before. Default: not called. */
  readonly onNewDevice?: ((device: NewDevice) => Promise<void>) | undefined
  /** Called in the transaction in which an identity provider creates somebody or changes their roles. Default: not called. */
  readonly onPersonChange?: ((change: PersonChange) => Promise<void>) | undefined
  /** The identity providers in force. Default: none. */
  readonly providers?: () => readonly Provider[]
  /** Milliseconds since 1970. Default: the machine's clock. */
  readonly now?: () => number
}

/** How people sign in to one host. */
export interface SignInRoom {
  /** The operations below `/api/v1/auth`, for the owner `auth`. */
  readonly routes: readonly RouteDeclaration[]
  readonly links: AccountLinks
  readonly required: RequiredMethods
  /** Links accounts at identity providers with people, and gives them roles. */
  readonly identities: Pick<OidcPeople, 'planRoles'>
  /**
   * Makes a one-time sign-in link for the operator, valid for 24 h, and revokes earlier ones. Returns undefined once an operator has a
   * password. The token is in the URL's fragment, which browsers do not send, so no server logs it.
   * @param baseUrl without a trailing slash
   */
  signInLink(baseUrl: string): Promise<string | undefined>
  /** Deletes expired rows. Call it once an hour. */
  sweep(): Promise<void>
}

/** Opens the room of signing in, over the people, sessions and links of `core/auth`. */
export function createSignIn(options: SignInOptions): SignInRoom {
  const { auth, database, log, keys, publicUrl, mail, providers = () => [], now = Date.now } = options
  const { authority, people, users, roles, sessions, tickets, openLinks } = auth
  const limits = new SignInLimits(database)
  const { routes, declarations } = collect_routes()
  const methods = createSignInMethods({
    ...{ database, users: people, sessions, limits, keys, log, now },
    site: () => publicSite(publicUrl()),
    requirementsOf: readRequirements(database),
    ...{ accounts: users, roles, providers, onNewDevice: options.onNewDevice, onPersonChange: options.onPersonChange },
  })
  const { entrance, steps } = methods
  const address = () => publicSite(publicUrl()).url
  const sendMail = mail && createMailer(mail)
  const links = new AccountLinks({ authority, people, users, links: openLinks, address, sendMail, log })
  const shared = { database, authority, users: people, sessions, links: openLinks, limits, log }
  declareAuthRoutes(routes, { ...shared, tickets, entrance, methods, accountLinks: links })

  return {
    routes: declarations,
    links,
    required: methods.required,
    identities: methods.oidcPeople,
    signInLink: async (baseUrl) => {
      const operator = await people.findNewOperator()
      return operator && `${baseUrl}/sign-in#token=${(await openLinks.renew(operator.id)).token}`
    },
    sweep: async () => {
      for (const swept of [limits, steps]) await swept.sweep()
    },
  }
}
