import type { Database } from '../../base/db/index.ts'
import type { Identity, Principal } from './identity.ts'
import { createSecret, hashSecret } from './secret.ts'
import type { Sessions } from './sessions.ts'

const DAY = 86_400_000

/** Milliseconds for which a ticket is valid. */
const LIFE_OF_TICKETS = 30_000

interface Row {
  readonly token_hash: string
  readonly expires_at: string
  readonly used_at: string | null
}

interface StoreOptions {
  readonly table: string
  /** The column with the holder of a secret. */
  readonly column: string
  /** Milliseconds for which a secret is valid. */
  readonly life: number
  readonly now: () => number
}

/** Secrets that can be used once, as rows of a table. Only their hashes are stored. */
class OneTimeSecrets {
  readonly #database: Database
  readonly #options: StoreOptions

  constructor(database: Database, options: StoreOptions) {
    this.#database = database
    this.#options = options
  }

  async issue(holder: string | null): Promise<{ text: string; expires_at: string }> {
    const { text, hash } = createSecret()
    const expires_at = this.#time(this.#options.life)
    await this.#rows().insert({ token_hash: hash, [this.#options.column]: holder, expires_at })
    return { text, expires_at }
  }

  /**
   * Uses up the secret and returns its holder; undefined if it is unknown, used or expired. One statement both checks and marks it, so
   * of two simultaneous uses only one succeeds.
   */
  async use(text: string): Promise<{ holder: string | null } | undefined> {
    const [row] = await this.#rows()
      .where({ token_hash: hashSecret(text) })
      .whereNull('used_at')
      .where('expires_at', '>', this.#time())
      .update({ used_at: this.#time() })
      .returning<Record<string, string | null>[]>(this.#options.column)
    return row && { holder: row[this.#options.column] ?? null }
  }

  /** Removes the unused secrets of one holder. */
  async revoke(holder: string): Promise<void> {
    await this.#rows()
      .where({ [this.#options.column]: holder })
      .whereNull('used_at')
      .delete()
  }

  async sweep(): Promise<void> {
    await this.#rows().where('expires_at', '<=', this.#time()).delete()
  }

  #rows() {
    return this.#database.context<Row>(this.#options.table)
  }

  #time(later = 0): string {
    return new Date(this.#options.now() + later).toISOString()
  }
}

/** One-time links by which a person signs in without a password: rows of `platform_sign_in_links`. */
export class SignInLinks {
  readonly #database: Database
  readonly #secrets: OneTimeSecrets

  constructor(database: Database, { now }: { now: () => number }) {
    this.#database = database
    this.#secrets = new OneTimeSecrets(database, {
      table: 'platform_sign_in_links',
      column: 'user_id',
      life: DAY,
      now,
    })
  }

  /** Returns the token of a new link, valid for 24 h, and revokes the person's earlier links. */
  async renew(userId: string): Promise<string> {
    return this.#database.transaction(async () => {
      await this.revoke(userId)
      return (await this.#secrets.issue(userId)).text
    })
  }

  /** Revokes the unused links of a person. */
  revoke(userId: string): Promise<void> {
    return this.#secrets.revoke(userId)
  }

  /** Uses up the link and returns its person's id; undefined if the link is unknown, used or expired. */
  async use(token: string): Promise<string | undefined> {
    return (await this.#secrets.use(token))?.holder ?? undefined
  }

  sweep(): Promise<void> {
    return this.#secrets.sweep()
  }
}

/** Stands in for credentials once, in the address of a WebSocket, where browsers cannot send headers. */
export interface Ticket {
  readonly ticket: string
  readonly expires_at: string
}

/** Tickets as rows of `platform_tickets`, so that one host can redeem what another has issued. */
export class Tickets {
  readonly #secrets: OneTimeSecrets
  readonly #sessions: Sessions
  readonly #known: Identity | undefined

  /** @param options.known the identity of callers without a session, who use the configured token */
  constructor(options: { database: Database; sessions: Sessions; known: Identity | undefined; now: () => number }) {
    const { database, sessions, known, now } = options
    this.#secrets = new OneTimeSecrets(database, {
      table: 'platform_tickets',
      column: 'session_id',
      life: LIFE_OF_TICKETS,
      now,
    })
    this.#sessions = sessions
    this.#known = known
  }

  /** Issues a ticket that is valid once, for 30 s, and no longer than the caller's session. */
  async issue({ session }: Principal): Promise<Ticket> {
    const { text: ticket, expires_at } = await this.#secrets.issue(session?.id ?? null)
    return { ticket, expires_at }
  }

  /** Uses up the ticket and returns who requested it; undefined if it is unknown, used or expired, or its session has ended. */
  async redeem(ticket: string): Promise<Identity | undefined> {
    const used = await this.#secrets.use(ticket)
    if (used === undefined) return undefined
    if (used.holder === null) return this.#known
    return (await this.#sessions.find('id', used.holder))?.identity
  }

  sweep(): Promise<void> {
    return this.#secrets.sweep()
  }
}
