import { ApiError } from '@atrium/sdk'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Database } from '../../base/db/index.ts'
import type { Principal, User, Users } from '../auth/index.ts'
import { refusePassword, verifyPassword } from './passwords.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import type { Entrance } from './entrance.ts'
import type { Passkeys } from './passkeys.ts'

/** Milliseconds after signing in or confirming during which a person may change how they sign in. */
const RECENT = 10 * 60_000

/** A proof of identity. The body schema allows exactly one. */
export interface Proof {
  readonly password?: string
  readonly code?: string
  readonly passkey?: AuthenticationResponseJSON
}

interface ConfirmationParts {
  readonly database: Database
  readonly users: Users
  readonly limits: SignInLimits
  readonly entrance: Entrance
  readonly passkeys: Passkeys
  readonly now: () => number
}

/** A person in their own session. */
export interface Owner {
  readonly user: User
  readonly sessionId: string
}

/**
 * Requires a person to prove their identity before they change how they sign in: somebody who finds an open session must not be able to add
 * or remove a sign-in method.
 */
export class Confirmation {
  readonly #parts: ConfirmationParts

  constructor(parts: ConfirmationParts) {
    this.#parts = parts
  }

  /** Returns the person of a session. @throws ApiError `permission_denied` for tokens and services */
  async owner({ id, session }: Principal): Promise<Owner> {
    const user = session && (await this.#parts.users.find(id))
    if (user) return { user, sessionId: session.id }
    throw new ApiError('permission_denied', {
      detail: `[${id}] has not signed in as a person. Only a person who has signed in can see or change how they sign in.`,
    })
  }

  /** Returns the person of a session who has signed in or confirmed in the last ten minutes. @throws ApiError `confirmation_required` */
  async recentOwner(caller: Principal): Promise<Owner> {
    const owner = await this.owner(caller)
    const row = await this.#sessions()
      .where({ id: owner.sessionId })
      .first<{ created_at: string; confirmed_at: string | null } | undefined>('created_at', 'confirmed_at')
    const last = Date.parse(row?.confirmed_at ?? row?.created_at ?? '')
    const age = this.#parts.now() - last
    if (age >= 0 && age <= RECENT) return owner
    throw new ApiError('confirmation_required', {
      detail:
        'Confirm that it is you: send your password, a code or a passkey to `POST /api/v1/auth/confirm`, then repeat this. ' +
        'If you have none of them, sign out and in again first.',
    })
  }

  /** Records a proof of identity. @throws ApiError `validation_failed` at the wrong member */
  async confirm(caller: Principal, proof: Proof): Promise<void> {
    const { user, sessionId } = await this.owner(caller)
    const forgive = await this.#parts.limits.attempt({ own: user.id })
    const refusal = await this.#check(user, proof)
    if (refusal) throw refusePassword(...refusal)
    await forgive()
    await this.#sessions()
      .where({ id: sessionId })
      .update({ confirmed_at: new Date(this.#parts.now()).toISOString() })
  }

  async #check(user: User, { password, code, passkey }: Proof): Promise<[keyof Proof, string] | undefined> {
    const { entrance, passkeys } = this.#parts
    if (password !== undefined && !(await verifyPassword(password, user.password_hash ?? undefined)))
      return ['password', 'This is not your password.']
    if (code !== undefined && (await entrance.checkCode(user, code)) === undefined)
      return ['code', 'This code is wrong, was used before, or is too old.']
    if (passkey !== undefined && (await passkeys.check(passkey, { userId: user.id })) === undefined)
      return ['passkey', 'This passkey is not one of yours, or its answer is too old. Try again.']
    return undefined
  }

  #sessions() {
    return this.#parts.database.context('platform_sessions')
  }
}
