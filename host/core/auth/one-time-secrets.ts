import { ApiError } from '@atrium/sdk'
import type { Database } from '../../base/db/index.ts'
import type { ConfiguredTokens, Identity, Principal } from './identity.ts'
import { createSecret, hashSecret } from './secret.ts'
import type { Sessions } from './sessions.ts'
import type { Tokens } from './tokens.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Why a link was made. It serves no other purpose. */
export type LinkPurpose = 'sign_in' | 'invitation' | 'password_reset'

/** Milliseconds for which links are valid. */
export const LIFE_OF_LINKS: Record<LinkPurpose, number> = {
  sign_in: 24 * HOUR,
  password_reset: 24 * HOUR,
  invitation: 72 * HOUR,
}

interface Row {
  readonly token_hash: string
  readonly expires_at: string
  readonly used_at: string | null
}

interface StoreOptions {
  readonly table: string
  readonly now: () => number
}

/** Secrets that can be used once, as rows of a table whose columns name their owner. Only their hashes are stored. */
class OneTimeSecrets<Columns extends Record<string, string | null>> {
  readonly #database: Database
  readonly #options: StoreOptions

  constructor(database: Database, options: StoreOptions) {
    this.#database = database
    this.#options = options
  }

  /** @param life milliseconds for which the secret is valid */
  async issue(columns: Columns, life: number): Promise<{ text: string; expires_at: string }> {
    const { text, hash } = createSecret()
    const expires_at = this.#time(life)
    await this.#rows().insert({ token_hash: hash, ...columns, expires_at })
    return { text, expires_at }
  }

  /** The columns of a secret that can still be used. */
  async peek(text: string): Promise<Columns | undefined> {
    return (await this.#usable(text).first('*')) as unknown as Columns | undefined
  }

  /**
   * Uses up the secret and returns its columns; undefined if it is unknown, used or expired. One statement both checks and marks it, so
   * of two simultaneous uses only one succeeds.
   * @param where values that its columns must have
   */
  async use(text: string, where: Partial<Columns> = {}): Promise<Columns | undefined> {
    const [row] = await this.#usable(text).where(where).update({ used_at: this.#time() }).returning('*')
    return row as unknown as Columns | undefined
  }

  /** Whether there is a secret with these columns that is valid for longer than `left` milliseconds, used or not. */
  async isThere(where: Partial<Columns>, { left }: { left: number }): Promise<boolean> {
    const found = this.#rows().where(where).where('expires_at', '>', this.#time(left))
    return (await found.first<object | undefined>('token_hash')) !== undefined
  }

  /** Removes the unused secrets whose columns have these values. */
  async revoke(where: Partial<Columns>): Promise<void> {
    await this.#rows().where(where).whereNull('used_at').delete()
  }

  async sweep(): Promise<void> {
    await this.#rows().where('expires_at', '<=', this.#time()).delete()
  }

  #usable(text: string) {
    return this.#rows()
      .where({ token_hash: hashSecret(text) })
      .whereNull('used_at')
      .where('expires_at', '>', this.#time())
  }

  #rows() {
    return this.#database.context<Row>(this.#options.table)
  }

  #time(later = 0): string {
    return new Date(this.#options.now() + later).toISOString()
  }
}

type LinkColumns = { user_id: string; purpose: LinkPurpose }

/** One-time links that prove who a person is: rows of `platform_sign_in_links`. */
export class SignInLinks {
  readonly #database: Database
  readonly #secrets: OneTimeSecrets<LinkColumns>

  constructor(database: Database, { now }: { now: () => number }) {
    this.#database = database
    this.#secrets = new OneTimeSecrets(database, { table: 'platform_sign_in_links', now })
  }

  /** Returns the token of a new link and revokes the person's earlier links of this purpose. */
  async renew(user_id: string, purpose: LinkPurpose = 'sign_in'): Promise<{ token: string; expires_at: string }> {
    return this.#database.transaction(async () => {
      await this.#secrets.revoke({ user_id, purpose })
      const { text: token, expires_at } = await this.#secrets.issue({ user_id, purpose }, LIFE_OF_LINKS[purpose])
      return { token, expires_at }
    })
  }

  /** Revokes the unused links of a person. */
  revoke(user_id: string): Promise<void> {
    return this.#secrets.revoke({ user_id })
  }

  /** Whether the person got a link of this purpose within the last ten minutes. */
  isRecent(user_id: string, purpose: LinkPurpose): Promise<boolean> {
    return this.#secrets.isThere({ user_id, purpose }, { left: LIFE_OF_LINKS[purpose] - 10 * MINUTE })
  }

  /** The person and purpose of a link, without using it up; undefined if it is unknown, used or expired. */
  peek(token: string): Promise<LinkColumns | undefined> {
    return this.#secrets.peek(token)
  }

  /** Uses up a link of this purpose and returns its person's id; undefined if it is unknown, used or expired. */
  async use(token: string, purpose: LinkPurpose = 'sign_in'): Promise<string | undefined> {
    return (await this.#secrets.use(token, { purpose }))?.user_id
  }

  sweep(): Promise<void> {
    return this.#secrets.sweep()
  }
}

/** Replaces credentials once, in the address of a WebSocket, where browsers cannot send headers. */
export interface Ticket {
  readonly ticket: string
  readonly expires_at: string
}

/** Milliseconds for which a ticket is valid. */
const LIFE_OF_TICKETS = 30_000

interface TicketsOptions {
  readonly sessions: Sessions
  readonly tokens: Tokens
  readonly configured: ConfiguredTokens
  readonly now: () => number
}

/**
 * Tickets as rows of `platform_tickets`, so that one host can redeem the tickets of another. A row names the session or the token; for a
 * configured token, the id of its holder.
 */
export class Tickets {
  readonly #secrets: OneTimeSecrets<{ session_id: string | null; token_id: string | null }>
  readonly #options: TicketsOptions

  constructor(database: Database, options: TicketsOptions) {
    this.#secrets = new OneTimeSecrets(database, { table: 'platform_tickets', now: options.now })
    this.#options = options
  }

  /**
   * Issues a ticket that is valid once, for 30 s, and no longer than the caller's session or token.
   * @throws ApiError `permission_denied` for callers without session or token, and for those who let an agent act
   */
  async issue(caller: Principal): Promise<Ticket> {
    const { session, token, id, name } = caller
    const configured = this.#configured(id)?.caller === caller ? id : null
    const holder = { session_id: session?.id ?? null, token_id: token?.id ?? configured }
    if (caller.acting || Object.values(holder).every((each) => each === null)) {
      const detail = `[${name}] has not signed in with a session or a token of its own, so no ticket can stand in for it.`
      throw new ApiError('permission_denied', { detail })
    }
    const { text: ticket, expires_at } = await this.#secrets.issue(holder, LIFE_OF_TICKETS)
    return { ticket, expires_at }
  }

  /** Uses up the ticket and returns who requested it; undefined if it is unknown, used or expired, or if its session or token has ended. */
  async redeem(ticket: string): Promise<Identity | undefined> {
    const used = await this.#secrets.use(ticket)
    if (used === undefined) return undefined
    const { sessions, tokens } = this.#options
    if (used.session_id !== null) return (await sessions.find('id', used.session_id))?.identity
    if (used.token_id === null) return undefined
    return this.#configured(used.token_id) ?? (await tokens.find('id', used.token_id))?.identity
  }

  #configured(id: string): Identity | undefined {
    return this.#options.configured.identities.find(({ caller }) => caller.id === id)
  }

  sweep(): Promise<void> {
    return this.#secrets.sweep()
  }
}
