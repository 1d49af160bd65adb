import { Type } from '@atrium/sdk'
import type { Routes } from '@atrium/sdk'
import { SessionInfo } from '@atrium/sdk/documents'
import type { ParameterizedContext } from 'koa'
import { changePassword } from './change-password.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './check-password.ts'
import { describeSession } from './describe-session.ts'
import { toPrincipal } from './principal.ts'
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts'
import type { Client } from './sessions.ts'
import { SignIn } from './sign-in.ts'
import type { SignInParts } from './sign-in.ts'
import type { Tickets } from './tickets.ts'

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const email = Type.String({ format: 'email', maxLength: 254 })
const closed = { additionalProperties: false }

const Credentials = Type.Union([
  Type.Object({ token: text(200) }, { ...closed, title: 'One-time link' }),
  Type.Object({ email: text(254), password: text(LONGEST_PASSWORD) }, { ...closed, title: 'Password' }),
])
const PasswordChange = Type.Object(
  {
    password: Type.String({ minLength: SHORTEST_PASSWORD, maxLength: LONGEST_PASSWORD }),
    current: Type.Optional(text(LONGEST_PASSWORD)),
    email: Type.Optional(email),
  },
  closed,
)
const Ticket = Type.Object({ ticket: Type.String(), expires_at: Type.String({ format: 'date-time' }) }, closed)

/**
 * Declares what is served at `/api/v1/auth`. Nothing that takes or gives a secret has a transaction of the host's: hashing a
 * password would hold up all who write, and so no such answer is ever kept for an Idempotency-Key.
 */
export function declareAuthRoutes(routes: Routes, parts: SignInParts & { readonly tickets: Tickets }): void {
  const { database, sessions, users, tickets, forget } = parts
  const signIn = new SignIn(parts)
  routes
    .post(
      '/sessions',
      { open: true, raw: true, transaction: false, body: Credentials, response: SessionInfo, summary: 'Sign in' },
      async ({ body }, koa) => {
        const client = clientOf(koa)
        const session = await ('token' in body ? signIn.byLink(body.token, client) : signIn.byPassword(body, client))
        setSessionCookie(koa, session)
        koa.status = 201
        return (koa.body = await describeSession(session.caller, users))
      },
    )
    .delete('/sessions/current', { open: true, raw: true, summary: 'Sign out' }, async (_call, koa) => {
      const secret = formerSecretOf(koa)
      if (secret !== undefined) await sessions.end(secret)
      database.afterCommit(forget)
      clearSessionCookie(koa)
      koa.status = 204
    })
    .get('/me', { response: SessionInfo, summary: 'Who is signed in' }, ({ caller }) =>
      describeSession(toPrincipal(caller), users),
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

const formerSecretOf = ({ headers, secure }: ParameterizedContext) => readSessionCookie(headers.cookie, { secure })

function clientOf(koa: ParameterizedContext): Client {
  return { address: koa.ip, userAgent: koa.headers['user-agent'], formerSecret: formerSecretOf(koa) }
}
