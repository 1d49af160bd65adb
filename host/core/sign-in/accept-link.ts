import { ApiError } from '@atrium/sdk'
import { explainTaken, settleEmail } from './change-password.ts'
import type { Entered } from './entrance.ts'
import type { Client, LinkPurpose, User } from '../auth/index.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import type { SignInParts } from './sign-in.ts'

/** The content of a link's page before the link is used. */
export interface OpenLink {
  readonly purpose: Exclude<LinkPurpose, 'sign_in'>
  readonly name: string
  /** Null: the person has to enter one. */
  readonly email: string | null
}

/** The input on the page of an invitation or a password reset. */
export interface Acceptance {
  readonly token: string
  readonly password: string
  /** Only for an invitation. Default: the name that the operator entered. */
  readonly name?: string | undefined
  /** Required if the person has none yet. */
  readonly email?: string | undefined
}

/** Reads a link without using it up. @throws ApiError `credentials_invalid`, `too_many_requests` */
export async function openLink(parts: SignInParts, token: string, { address }: Client): Promise<OpenLink> {
  const { user, purpose } = await parts.limits.counting(address, () => findLink(parts, token))
  return { purpose, name: user.name, email: user.email }
}

/**
 * Sets the password of a person with a link, ends all their sessions, revokes all their links, and signs them in. If they have a second
 * factor, it is still required: a link alone must not bypass it.
 * @throws ApiError `credentials_invalid`, `too_many_requests`, `validation_failed` at the wrong field
 */
export async function acceptLink(
  parts: SignInParts,
  { token, password, ...given }: Acceptance,
  client: Client,
): Promise<Entered> {
  const { authority, users, sessions, links, limits, methods, entrance, log } = parts
  const { user, purpose } = await limits.counting(client.address, () => findLink(parts, token))
  const email = settleEmail(user, given.email)
  const name = purpose === 'invitation' ? (given.name?.trim() ?? user.name) : user.name
  checkPassword(password, { name, email: email ?? user.email })
  const password_hash = await hashPassword(password)
  const entered = await authority.change(async () => {
    if ((await links.use(token, purpose)) === undefined) throw refused()
    if (!(await users.changePassword(user, { password_hash, email, name }).catch(explainTaken))) throw refused()
    await sessions.endOthers(user.id, { except: undefined })
    await links.revoke(user.id)
    await methods.steps.revoke(user.id)
    return entrance.enter({ ...user, name, email: email ?? user.email }, ['link'], client)
  })
  log.info('a link was accepted', { user: user.id, purpose, address: client.address })
  return entered
}

async function findLink(
  { links, users }: SignInParts,
  token: string,
): Promise<Pick<OpenLink, 'purpose'> & { user: User }> {
  const link = await links.peek(token)
  const user = link && (await users.find(link.user_id))
  if (!user || link.purpose === 'sign_in') throw refused()
  return { user, purpose: link.purpose }
}

const refused = () =>
  new ApiError('credentials_invalid', {
    detail:
      'This link is unknown, used or expired. Ask an operator for a new one, or use “Forgot your password?” on the sign-in page.',
  })
