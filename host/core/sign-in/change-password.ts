import { ApiError } from '@atrium/sdk'
import { classifyDatabaseError } from '../../base/db/index.ts'
import { normalizeEmail, type Principal, type User } from '../auth/index.ts'
import { checkPassword, hashPassword, refusePassword, verifyPassword } from './passwords.ts'
import type { SignInParts } from './sign-in.ts'

/** The body of a password change. */
export interface NewPassword {
  readonly password: string
  /** Required if the person already has a password. */
  readonly current?: string | undefined
  /** Required if the person has no e-mail yet. */
  readonly email?: string | undefined
}

/**
 * Sets or changes a person's own password, ends their other sessions and revokes their sign-in links.
 * @throws ApiError `validation_failed` at the wrong field, `permission_denied` for a program, `conflict` if the password was changed
 * at the same time, `too_many_requests` after too many wrong current passwords, `confirmation_required` for a first password long after a
 * sign-in at an identity provider
 */
export async function changePassword(parts: SignInParts, caller: Principal, change: NewPassword): Promise<void> {
  const user = await findPerson(parts, caller)
  const email = settleEmail(user, change.email)
  checkPassword(change.password, { name: user.name, email: email ?? user.email })
  if (user.password_hash === null) await requireRecent(parts, { caller, user })
  else await checkCurrent(parts, { user, hash: user.password_hash }, change.current)
  const password_hash = await hashPassword(change.password)
  const { authority, users, sessions, links, methods } = parts
  await authority.change(async () => {
    if (!(await users.changePassword(user, { password_hash, email }).catch(explainTaken))) throw changedMeanwhile()
    await sessions.endOthers(user.id, { except: caller.session?.id })
    await links.revoke(user.id)
    await methods.steps.revoke(user.id)
  })
}

async function findPerson({ users }: SignInParts, { id, kind }: Principal): Promise<User> {
  const user = kind === 'person' ? await users.find(id) : undefined
  if (user) return user
  throw new ApiError('permission_denied', {
    detail: `[${id}] is not a person and has no password. Sign in as the person whose password you want to change.`,
  })
}

/**
 * Returns the e-mail to store; undefined if the person's stays the same.
 * @throws ApiError `validation_failed` at `email`
 */
export function settleEmail({ email: own }: User, given: string | undefined): string | undefined {
  const email = given === undefined ? undefined : normalizeEmail(given)
  if (own === null && email === undefined) throw refusePassword('email', 'Enter the e-mail you will sign in with.')
  if (own !== null && email !== undefined && email !== own)
    throw refusePassword(
      'email',
      'You already have another e-mail. Leave this field empty; an operator can change your e-mail.',
    )
  return own === null ? email : undefined
}

/** Somebody who finds the session of a person who signs in at a provider must not give them a password, which would work ever after. */
async function requireRecent({ methods }: SignInParts, { caller, user }: { caller: Principal; user: User }) {
  if ((await methods.oidcPeople.accountsOf(user.id)).length > 0) await methods.confirmation.recentOwner(caller)
}

async function checkCurrent(
  { limits }: SignInParts,
  { user, hash }: { user: User; hash: string },
  current: string | undefined,
): Promise<void> {
  if (current === undefined) throw refusePassword('current', 'Enter your current password too.')
  const forgive = await limits.attempt({ own: user.id })
  if (!(await verifyPassword(current, hash))) throw refusePassword('current', 'This is not your current password.')
  await forgive()
}

/**
 * Handles an error of a statement that stores an e-mail. @throws ApiError `validation_failed` if somebody else has it, or else the error
 */
export function explainTaken(error: unknown): never {
  if (classifyDatabaseError(error)?.kind !== 'unique') throw error
  throw refusePassword('email', 'Another person signs in with this e-mail. Enter a different one.')
}

function changedMeanwhile(): ApiError {
  return new ApiError('conflict', {
    detail: 'Your password was changed elsewhere at the same time. Sign in again to see which change won.',
  })
}
