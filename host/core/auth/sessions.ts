import type { Undo } from '@atrium/sdk'
import type { Knex } from 'knex'
import type { Database } from '../../base/db/index.ts'
import { Listeners } from '../../base/lifetime/index.ts'
import { createId, createSecret, hashSecret } from './secret.ts'
import type { Identity, Principal } from './identity.ts'
import { createPrincipal } from './identity.ts'
import type { User } from './users.ts'

const HOUR = 3_600_000

/** Milliseconds after which an unused session ends. */
const IDLE = 12 * HOUR

/** Milliseconds after which every session ends. */
const LONGEST = 7 * 24 * HOUR

/** Characters. Longer user agents are truncated. */
const LONGEST_USER_AGENT = 500

/** An active session and its person. */
export interface Session {
  readonly id: string
  readonly identity: Identity
  /** Milliseconds since 1970, like `lastSeenAt`. */
  readonly expiresAt: number
  lastSeenAt: number
}

/** A new session, for its client. */
export interface NewSession {
  /** The value of the cookie; shown once. */
  readonly secret: string
  readonly caller: Principal
  readonly expires_at: string
}

/** The client that signs in. */
export interface Client {
  readonly address: string
  readonly userAgent?: string | undefined
  /** The secret of the client's previous session, which ends. */
  readonly formerSecret?: string | undefined
}

interface SessionRow {
  readonly id: string
  readonly token_hash: string
  readonly user_id: string
  readonly created_at: string
  readonly last_seen_at: string
  readonly expires_at: string
  readonly user_agent: string | null
  readonly address: string
  readonly revoked_at: string | null
  /** JSON; null for sessions from before it was kept. */
  readonly methods: string | null
  readonly confirmed_at: string | null
}

type Person = Pick<User, 'id' | 'name' | 'permissions'>
type FoundRow = Pick<SessionRow, 'id' | 'user_id' | 'last_seen_at' | 'expires_at'> & {
  name: string
  permissions: string
}

/** The rows of `platform_sessions`. Only the hash of a secret is stored, so reading the table does not help to sign in. */
export class Sessions {
  readonly #database: Database
  readonly #now: () => number
  readonly #ended = new Listeners<readonly string[]>()

  constructor(database: Database, { now }: { now: () => number }) {
    this.#database = database
    this.#now = now
  }

  /** Reports the ids of sessions that were ended here, after the commit. Expired sessions are not reported. */
  onEnded(listener: (ids: readonly string[]) => void): Undo {
    return this.#ended.add(listener)
  }

  /** Starts a session with a new secret, whatever secret the client sent. This prevents session fixation. */
  async start(
    user: User,
    { address, userAgent, formerSecret }: Client,
    { methods }: { methods: readonly string[] },
  ): Promise<NewSession> {
    const now = this.#now()
    const { text: secret, hash } = createSecret()
    const id = createId(now)
    const expires_at = new Date(now + LONGEST).toISOString()
    if (formerSecret !== undefined) await this.end(formerSecret)
    await this.#rows().insert({
      id,
      token_hash: hash,
      user_id: user.id,
      created_at: toTime(now),
      last_seen_at: toTime(now),
      expires_at,
      user_agent: userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
      address,
      methods: JSON.stringify(methods),
    })
    return { secret, caller: toCaller(user, { id, expires_at }), expires_at }
  }

  /** Finds a session by its secret's hash or its id; undefined if it has expired or was revoked, or its person is disabled. */
  async find(column: 'token_hash' | 'id', value: string): Promise<Session | undefined> {
    const now = this.#now()
    const row: FoundRow | undefined = await this.#database
      .reader('platform_sessions as session')
      .join('platform_users as person', 'person.id', 'session.user_id')
      .where(`session.${column}`, value)
      .where('session.expires_at', '>', toTime(now))
      .where('session.last_seen_at', '>', toTime(now - IDLE))
      .whereNull('session.revoked_at')
      .whereNull('person.disabled_at')
      .first<FoundRow>(
        'session.id',
        'session.user_id',
        'session.last_seen_at',
        'session.expires_at',
        'person.name',
        'person.permissions',
      )
    return row && toSession(row)
  }

  /** Records the session's last use unless a later one is already recorded. Runs outside any transaction. */
  async touch({ id, lastSeenAt }: Session): Promise<void> {
    const last_seen_at = toTime(lastSeenAt)
    await this.#database
      .knex<SessionRow>('platform_sessions')
      .where({ id })
      .where('last_seen_at', '<', last_seen_at)
      .update({ last_seen_at })
  }

  /** Ends the session of a secret, if it is active. */
  async end(secret: string): Promise<void> {
    await this.#revoke((rows) => rows.where({ token_hash: hashSecret(secret) }))
  }

  /** Ends a session by its id, if it is active. */
  async endById(id: string): Promise<void> {
    await this.#revoke((rows) => rows.where({ id }))
  }

  /** The active sessions of a person, the last used first. */
  async list({ user_id }: { user_id: string }): Promise<SessionRow[]> {
    const now = this.#now()
    return this.#rows()
      .where({ user_id })
      .where('expires_at', '>', toTime(now))
      .where('last_seen_at', '>', toTime(now - IDLE))
      .whereNull('revoked_at')
      .orderBy('last_seen_at', 'desc')
  }

  /** Ends all sessions of a person except one. */
  async endOthers(userId: string, { except }: { except: string | undefined }): Promise<void> {
    await this.#revoke((rows) => {
      const own = rows.where({ user_id: userId })
      return except === undefined ? own : own.whereNot({ id: except })
    })
  }

  /** Deletes expired and revoked sessions. */
  async sweep(): Promise<void> {
    const now = this.#now()
    await this.#rows()
      .where('expires_at', '<=', toTime(now))
      .orWhere('last_seen_at', '<=', toTime(now - IDLE))
      .orWhereNotNull('revoked_at')
      .delete()
  }

  #rows() {
    return this.#database.context<SessionRow>('platform_sessions')
  }

  async #revoke(choose: (rows: Knex.QueryBuilder<SessionRow>) => Knex.QueryBuilder<SessionRow>): Promise<void> {
    const ended = await choose(this.#rows().whereNull('revoked_at'))
      .update({ revoked_at: toTime(this.#now()) })
      .returning('id')
    if (ended.length > 0) this.#database.afterCommit(() => this.#ended.tell(ended.map(({ id }) => id)))
  }
}

function toSession({ id, user_id, name, permissions, expires_at, last_seen_at }: FoundRow): Session {
  const user = { id: user_id, name, permissions: JSON.parse(permissions) as string[] }
  return {
    id,
    identity: { caller: toCaller(user, { id, expires_at }), by: 'cookie', sessionId: id },
    expiresAt: Date.parse(expires_at),
    lastSeenAt: Date.parse(last_seen_at),
  }
}

function toCaller({ id, name, permissions }: Person, session: Principal['session']): Principal {
  return createPrincipal({ id, kind: 'person', name, permissions, session })
}

const toTime = (milliseconds: number) => new Date(milliseconds).toISOString()
