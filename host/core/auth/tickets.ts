import type { Database } from '../../base/db/index.ts'
import type { Identity } from './identity.ts'
import type { Principal } from './principal.ts'
import { createSecret, hashSecret } from './secret.ts'
import type { Sessions } from './sessions.ts'

/** Milliseconds. */
const LIFE = 30_000

interface TicketRow {
  readonly token_hash: string
  /** Null: whoever asked presented a token that the host knows from its start. */
  readonly session_id: string | null
  readonly expires_at: string
  readonly used_at: string | null
}

/** A one-time stand-in for credentials, for the address of a WebSocket: browsers cannot send headers there. */
export interface Ticket {
  readonly ticket: string
  readonly expires_at: string
}

/** Rows of `platform_tickets`, so that another host may redeem what this one has issued. */
export class Tickets {
  readonly #database: Database
  readonly #sessions: Sessions
  readonly #known: Identity | undefined
  readonly #now: () => number

  constructor(options: { database: Database; sessions: Sessions; known: Identity | undefined; now: () => number }) {
    this.#database = options.database
    this.#sessions = options.sessions
    this.#known = options.known
    this.#now = options.now
  }

  /** Valid for 30 s, once, and no longer than the session it was asked for in. */
  async issue({ session }: Principal): Promise<Ticket> {
    const { text: ticket, hash } = createSecret()
    const expires_at = this.#time(LIFE)
    await this.#rows().insert({ token_hash: hash, session_id: session?.id ?? null, expires_at })
    return { ticket, expires_at }
  }

  /** Uses the ticket up and returns who asked for it. Undefined where it is unknown, used, expired, or its session over. */
  async redeem(ticket: string): Promise<Identity | undefined> {
    const [row] = await this.#rows()
      .where({ token_hash: hashSecret(ticket) })
      .whereNull('used_at')
      .where('expires_at', '>', this.#time())
      .update({ used_at: this.#time() })
      .returning('session_id')
    if (!row) return undefined
    if (row.session_id === null) return this.#known
    return (await this.#sessions.find('id', row.session_id))?.identity
  }

  async sweep(): Promise<void> {
    await this.#rows().where('expires_at', '<=', this.#time()).delete()
  }

  #rows() {
    return this.#database.context<TicketRow>('platform_tickets')
  }

  #time(later = 0): string {
    return new Date(this.#now() + later).toISOString()
  }
}
