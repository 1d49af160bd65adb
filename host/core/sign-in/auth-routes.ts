import type { Routes } from '@atrium/sdk'
import { Type } from '@atrium/sdk'
import { PREFERENCES, SessionInfo } from '@atrium/sdk/documents'
import type { AccountLinks } from './account-links.ts'
import { changeOwn, describeSession } from './own-account.ts'
import { changePassword } from './change-password.ts'
import { declareLinkRoutes } from './link-routes.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './passwords.ts'
import { clearSessionCookie, formerSecretOf, personName, toPrincipal, type Tickets } from '../auth/index.ts'
import { declareOidcRoutes } from './oidc-routes.ts'
import { declareSecretRoutes } from './rotate-secrets.ts'
import { declareAccountRoutes } from './account-routes.ts'
import type { SignInMethods } from './sign-in-methods.ts'
import { answerEntered, declareSignInRoutes } from './sign-in-routes.ts'
import { SignInAnswer } from './step-schemas.ts'
import type { SignInParts } from './sign-in.ts'
import { SignIn } from './sign-in.ts'

const closed = { additionalProperties: false }
const filled = (maxLength: number) => ({ minLength: 1, maxLength })

/** One object instead of a union of two, so that a violation names only the wrong field. */
const Credentials = Type.Unsafe<{ token: string } | { email: string; password: string }>({
  ...Type.Object(
    {
      token: Type.Optional(Type.String({ ...filled(200), description: 'The token of a one-time link' })),
      email: Type.Optional(Type.String(filled(254))),
      password: Type.Optional(Type.String(filled(LONGEST_PASSWORD))),
    },
    closed,
  ),
  oneOf: [{ required: ['token'] }, { required: ['email', 'password'] }],
})
const PasswordChange = Type.Object(
  {
    password: Type.String({ minLength: SHORTEST_PASSWORD, maxLength: LONGEST_PASSWORD }),
    current: Type.Optional(Type.String(filled(LONGEST_PASSWORD))),
    email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
  },
  closed,
)
const OwnChange = Type.Object({ name: Type.Optional(personName()), ...PREFERENCES }, closed)
const Ticket = Type.Object({ ticket: Type.String(), expires_at: Type.String({ format: 'date-time' }) }, closed)

/**
 * Declares the routes of `/api/v1/auth`. They run without the host's transaction: hashing a password inside one would block every
 * writer. Also, answers without a transaction are never stored for an Idempotency-Key, where a secret could be read later.
 */
export function declareAuthRoutes(
  routes: Routes,
  parts: SignInParts & {
    readonly tickets: Tickets
    readonly methods: SignInMethods
    readonly accountLinks: AccountLinks
  },
): void {
  const { sessions, users, tickets } = parts
  const signIn = new SignIn(parts)
  declareSignInRoutes(routes, parts.methods)
  declareOidcRoutes(routes, parts.methods)
  declareSecretRoutes(routes, parts.methods)
  declareAccountRoutes(routes, parts.methods)
  declareLinkRoutes(routes, parts)
  routes
    .post(
      '/sessions',
      {
        ...{ open: true, raw: true, transaction: false, body: Credentials, response: SignInAnswer, summary: 'Sign in' },
        description:
          '201 with a session, or 202 with `step` and `methods` if a second factor is needed (`/auth/sign-in`).',
      },
      async ({ body }, koa) => {
        const client = parts.methods.devices.clientOf(koa)
        const entered = await ('token' in body ? signIn.byLink(body.token, client) : signIn.byPassword(body, client))
        return answerEntered(koa, parts.methods, entered)
      },
    )
    .delete(
      '/sessions/current',
      { open: true, raw: true, transaction: false, summary: 'Sign out' },
      async (_call, koa) => {
        const secret = formerSecretOf(koa)
        if (secret !== undefined) await sessions.end(secret)
        clearSessionCookie(koa)
        koa.status = 204
      },
    )
    .get('/me', { response: SessionInfo, summary: 'Who is signed in' }, ({ caller }) =>
      describeSession(toPrincipal(caller), users),
    )
    .patch(
      '/me',
      { body: OwnChange, response: SessionInfo, summary: 'Change your name, language, time zone, theme or formats' },
      async ({ caller, body }) => {
        await changeOwn(parts, toPrincipal(caller), body)
        return describeSession({ ...toPrincipal(caller), ...(body.name && { name: body.name.trim() }) }, users)
      },
    )
    .put(
      '/password',
      { transaction: false, body: PasswordChange, summary: 'Set or change your own password' },
      ({ caller, body }) => changePassword(parts, toPrincipal(caller), body),
    )
    .post(
      '/tickets',
      { transaction: false, response: Ticket, summary: 'Get a one-time ticket to open a WebSocket with' },
      ({ caller }) => tickets.issue(toPrincipal(caller)),
    )
}
