import type { Routes } from '@atrium/sdk'
import { Type } from '@atrium/sdk'
import { personName } from '../auth/index.ts'
import { acceptLink, openLink } from './accept-link.ts'
import type { AccountLinks } from './account-links.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './passwords.ts'
import type { SignInMethods } from './sign-in-methods.ts'
import { answerEntered, send } from './sign-in-routes.ts'
import type { SignInParts } from './sign-in.ts'
import { SignInAnswer } from './step-schemas.ts'

const closed = { additionalProperties: false }
const open = { open: true, raw: true, transaction: false } as const

const Token = Type.String({ minLength: 1, maxLength: 200, description: 'The token of a one-time link' })
const Opened = Type.Object({
  purpose: Type.Enum(['invitation', 'password_reset']),
  name: Type.String(),
  email: Type.Union([Type.String(), Type.Null()]),
})
const Acceptance = Type.Object(
  {
    token: Token,
    password: Type.String({ minLength: SHORTEST_PASSWORD, maxLength: LONGEST_PASSWORD }),
    name: Type.Optional(personName()),
    email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
  },
  closed,
)

/**
 * Declares the routes of invitations and password resets. They are open, because the holder of a link is not signed in yet. The token is
 * sent in the body, because addresses are logged.
 */
export function declareLinkRoutes(
  routes: Routes,
  parts: SignInParts & { readonly accountLinks: AccountLinks; readonly methods: SignInMethods },
): void {
  routes
    .post(
      '/password-resets',
      {
        ...open,
        body: Type.Object({ email: Type.String({ minLength: 1, maxLength: 254 }) }, closed),
        response: Type.Object({ by_mail: Type.Boolean({ description: 'Whether this host can send e-mail at all' }) }),
        summary: 'Ask for a link to choose a new password',
        description: 'The answer is the same whether anybody has this e-mail or not.',
      },
      async ({ body: { email } }, koa) => {
        await parts.limits.attempt({ mail: koa.ip })
        parts.accountLinks.requestReset(email)
        koa.status = 202
        return send(koa, { by_mail: parts.accountLinks.canSend })
      },
    )
    .post(
      '/links/open',
      {
        ...open,
        read_only: true,
        body: Type.Object({ token: Token }, closed),
        response: Opened,
        summary: 'Look at an invitation or a password reset without using it up',
      },
      async ({ body: { token } }, koa) => send(koa, await openLink(parts, token, parts.methods.devices.clientOf(koa))),
    )
    .post(
      '/links/accept',
      {
        ...open,
        body: Acceptance,
        response: SignInAnswer,
        summary: 'Accept an invitation or a password reset: choose a password and sign in',
        description:
          '201 with a session, or 202 with `step` and `methods` if a second factor is needed (`/auth/sign-in`).',
      },
      async ({ body }, koa) =>
        answerEntered(koa, parts.methods, await acceptLink(parts, body, parts.methods.devices.clientOf(koa))),
    )
}
