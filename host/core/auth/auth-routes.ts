import type { Routes } from '@atrium/sdk'
import { created, Type } from '@atrium/sdk'
import { SessionInfo } from '@atrium/sdk/documents'
import type { ParameterizedContext } from 'koa'
import { changePassword } from './change-password.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './passwords.ts'
import type { Principal } from './identity.ts'
import { toPrincipal } from './identity.ts'
import type { Tickets } from './one-time-secrets.ts'
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts'
import type { Client } from './sessions.ts'
import type { SignInParts } from './sign-in.ts'
import { SignIn } from './sign-in.ts'
import type { Users } from './users.ts'

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
const Ticket = Type.Object({ ticket: Type.String(), expires_at: Type.String({ format: 'date-time' }) }, closed)

/**
 * Declares the routes of `/api/v1/auth`. They run without the host's transaction: hashing a password inside one would block every
 * writer. Also, answers without a transaction are never stored for an Idempotency-Key, where a secret could be read later.
 */
export function declareAuthRoutes(routes: Routes, parts: SignInParts & { readonly tickets: Tickets }): void {
  const { sessions, users, tickets, forget } = parts
  const signIn = new SignIn(parts)
  routes
    .post(
      '/sessions',
      { open: true, raw: true, transaction: false, body: Credentials, response: SessionInfo, summary: 'Sign in' },
      async ({ body }, koa) => {
        const client = clientOf(koa)
        const session = await ('token' in body ? signIn.byLink(body.token, client) : signIn.byPassword(body, client))
        const info = await describeSession(session.caller, users)
        setSessionCookie(koa, session)
        koa.status = 201
        koa.body = info
        return created(info) // for the audit: the caller is still anonymous, this names the person
      },
    )
    .delete(
      '/sessions/current',
      { open: true, raw: true, transaction: false, summary: 'Sign out' },
      async (_call, koa) => {
        const secret = formerSecretOf(koa)
        if (secret !== undefined) await sessions.end(secret)
        forget()
        clearSessionCookie(koa)
        koa.status = 204
      },
    )
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

/** Describes the caller for the shell. Only people have `email`, `has_password` and `expires_at`. */
async function describeSession(caller: Principal, users: Users): Promise<SessionInfo> {
  const { id, kind, name, permissions, session } = caller
  const user = kind === 'person' ? await users.find(id) : undefined
  return {
    id,
    kind,
    name,
    permissions: [...permissions],
    ...(user?.email != null && { email: user.email }),
    ...(user && { has_password: user.password_hash !== null }),
    ...(session && { expires_at: session.expires_at }),
  }
}
