import { ApiError } from '@atrium/sdk'
import type { Database } from '../../base/db/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { SignInLinks } from './one-time-secrets.ts'
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts'
import type { Client, NewSession, Sessions } from './sessions.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import type { User, Users } from './users.ts'

/** What signing in needs. */
export interface SignInParts {
  readonly database: Database
  readonly users: Users
  readonly sessions: Sessions
  readonly links: SignInLinks
  readonly limits: SignInLimits
  readonly log: HostLogger
  /** Called when a session has ended, so that caches forget it. */
  readonly forget: () => void
}

/** Starts sessions. A refusal does not tell the client what exactly was wrong; the log has the details. */
export class SignIn {
  readonly #parts: SignInParts

  constructor(parts: SignInParts) {
    this.#parts = parts
  }

  /** Signs in with the token of a one-time link and uses it up. @throws ApiError `credentials_invalid`, `too_many_requests` */
  async byLink(token: string, client: Client): Promise<NewSession> {
    const { links, users, limits } = this.#parts
    const forgive = await limits.attempt({ address: client.address })
    const session = await this.#start(client, async () => {
      const userId = await links.use(token)
      return userId === undefined ? undefined : users.find(userId)
    })
    if (!session) throw this.#refuse(LINK_REFUSED, { by: 'link', address: client.address })
    await forgive()
    return session
  }

  /** Signs in with a password. Takes equally long for unknown people. @throws ApiError `credentials_invalid`, `too_many_requests` */
  async byPassword(credentials: { email: string; password: string }, client: Client): Promise<NewSession> {
    const { users, limits } = this.#parts
    const email = normalizeEmail(credentials.email)
    const forgive = await limits.attempt({ account: email, address: client.address })
    const user = await users.findByEmail(email)
    const hash = await rehash(credentials.password, user?.password_hash ?? undefined)
    const session =
      user &&
      hash &&
      (await this.#start(client, async () => ((await users.keepPassword(user, hash)) ? user : undefined)))
    if (!session) throw this.#refuse(PASSWORD_REFUSED, { by: 'password', address: client.address, user: user?.id })
    await forgive()
    return session
  }

  async #start(client: Client, admit: () => Promise<User | undefined>): Promise<NewSession | undefined> {
    const { database, sessions, log, forget } = this.#parts
    return database.transaction(async () => {
      const user = await admit()
      if (!user) return undefined
      database.afterCommit(() => {
        forget()
        log.info('signed in', { user: user.id, address: client.address })
      })
      return sessions.start(user, client)
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

/** Returns an e-mail address as it is stored and compared, in lower case. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}
