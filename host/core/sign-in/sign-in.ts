import { ApiError } from '@atrium/sdk'
import type { Database } from '../../base/db/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import {
  normalizeEmail,
  type Authority,
  type Client,
  type Sessions,
  type SignInLinks,
  type User,
  type Users,
} from '../auth/index.ts'
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts'
import type { Entered, Entrance } from './entrance.ts'
import type { SignInMethods } from './sign-in-methods.ts'
import { deviceFor, type SignInClient } from './known-device.ts'
import type { SignInLimits } from './sign-in-limits.ts'

/** The parts that signing in needs. */
export interface SignInParts {
  readonly database: Database
  readonly users: Users
  readonly sessions: Sessions
  readonly links: SignInLinks
  readonly limits: SignInLimits
  readonly entrance: Entrance
  readonly methods: Pick<SignInMethods, 'steps' | 'gate' | 'confirmation' | 'oidcPeople'>
  readonly log: HostLogger
  readonly authority: Authority
}

/** Checks passwords and links, and enters with them. A refusal does not tell the client what exactly was wrong; the log has the details. */
export class SignIn {
  readonly #parts: SignInParts

  constructor(parts: SignInParts) {
    this.#parts = parts
  }

  /** Signs in with the token of a one-time link and uses it up. @throws ApiError `credentials_invalid`, `too_many_requests` */
  async byLink(token: string, client: Client): Promise<Entered> {
    const { links, users, limits } = this.#parts
    return limits.counting(client.address, async () => {
      const entered = await this.#enter(client, 'link', async () => {
        const userId = await links.use(token)
        return userId === undefined ? undefined : users.find(userId)
      })
      if (!entered) throw this.#refuse(LINK_REFUSED, { by: 'link', address: client.address })
      return entered
    })
  }

  /** Signs in with a password. Takes equally long for unknown people. @throws ApiError `credentials_invalid`, `too_many_requests` */
  async byPassword(credentials: { email: string; password: string }, client: SignInClient): Promise<Entered> {
    const { users, limits } = this.#parts
    const email = normalizeEmail(credentials.email)
    const user = await users.findByEmail(email)
    const forgive = await limits.attempt({ account: email, address: client.address, device: deviceFor(client, user) })
    const hash = await rehash(credentials.password, user?.password_hash ?? undefined)
    const entered =
      user &&
      hash &&
      (await this.#enter(client, 'password', async () => ((await users.keepPassword(user, hash)) ? user : undefined)))
    if (!entered) throw this.#refuse(PASSWORD_REFUSED, { by: 'password', address: client.address, user: user?.id })
    await forgive()
    return entered
  }

  async #enter(
    client: Client,
    by: 'link' | 'password',
    admit: () => Promise<User | undefined>,
  ): Promise<Entered | undefined> {
    const { sessions, entrance, methods } = this.#parts
    return sessions.beginning(client, async () => {
      const user = await admit()
      if (!user) return undefined
      const isRescue = by === 'link' && (await methods.gate.isStranded(user))
      return entrance.enter(user, isRescue ? [by, 'rescue'] : [by], client)
    })
  }

  #refuse(detail: string, attempt: { by: 'link' | 'password'; address: string; user?: string | undefined }): ApiError {
    this.#parts.log.warn('sign-in refused', attempt)
    return new ApiError('credentials_invalid', { detail })
  }
}

const LINK_REFUSED =
  'This sign-in link is unknown, used or expired. Restart the host for a new one, or sign in with your password.'
const PASSWORD_REFUSED = 'E-mail and password do not match. Check both and try again.'

/** Returns the hash to store for a correct password: the same one, or a new one if the cost has changed. */
async function rehash(password: string, hash: string | undefined): Promise<string | undefined> {
  if (!(await verifyPassword(password, hash)) || hash === undefined) return undefined
  return (await needsRehash(hash)) ? hashPassword(password) : hash
}
