import { type Routes, Type } from '@atrium/sdk'
import { toPrincipal } from '../core/auth/index.ts'
import type { PlatformParts } from './platform-parts.ts'

const Link = Type.Object(
  {
    url: Type.Unsafe<string>({
      type: 'string',
      secret: true,
      title: 'Link',
      description: 'Give it to the person. It works once and is shown only now',
    }),
    purpose: Type.Enum(['sign_in', 'invitation', 'password_reset']),
    expires_at: Type.String({ format: 'date-time' }),
    sent_to: Type.Union([Type.String(), Type.Null()], {
      description: 'The address that it was sent to as well; null if no e-mail was sent',
    }),
  },
  { title: 'AccountLink' },
)

const LINKS = [
  ['invitation', 'invitation', 'Invite a person: a link to choose their password, valid for 72 hours'],
  ['password-reset', 'password_reset', 'Make a link with which a person chooses a new password, valid for 24 hours'],
  ['sign-in-link', 'sign_in', 'Make a link with which a person signs in once, valid for 24 hours'],
] as const

/**
 * The routes that make links for people. They use no transaction of the host, because a mail server may be slow, and so that no answer is
 * stored for an Idempotency-Key, where a link could be read later.
 */
export function userLinkRoutes(routes: Routes, { links }: PlatformParts): void {
  for (const [path, purpose, summary] of LINKS) {
    routes.post(
      `/users/{user_id}/${path}`,
      { permission: 'platform.users.update', transaction: false, response: Link, summary },
      ({ params, caller }) => links.create(params.user_id, purpose, { by: toPrincipal(caller) }),
    )
  }
}
