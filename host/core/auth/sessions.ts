import type { Undo } from '@atrium/sdk'
import type { Knex } from 'knex'
import type { Database } from '../../base/db/index.ts'
import { Listeners } from '../../base/lifetime/index.ts'
import { createId, createSecret, hashSecret } from './secret.ts'
import type { Identity, Principal } from './identity.ts'
import { createPrincipal } from './identity.ts'
import type { User } from './users.ts'

const HOUR = 3_600_000

/** Milliseconds after which a session is over that nobody has used. */
const IDLE = 12 * HOUR

/** Milliseconds after which every session is over. */
const LONGEST = 7 * 24 * HOUR

/** User agents are cut off here, in characters. */
const LONGEST_USER_AGENT = 500

/** A session that is neither over nor revoked, with its person. */
export interface Session {
  readonly id: string
  readonly identity: Identity
  /** In milliseconds since 1970, like `lastSeenAt`. */
  readonly expiresAt: number
  lastSeenAt: number
}

/** What a client gets of its new session. */
export interface NewSession {
  /** What the cookie holds; shown once. */
  readonly secret: string
  readonly caller: Principal
  readonly expires_at: string
}

/** Where a sign-in comes from. */
export interface Client {
  readonly address: string
  readonly userAgent?: string | undefined
  /** The secret of the session that the client had until now; it ends. */
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
}

type Person = Pick<User, 'id' | 'name' | 'permissions'>
type FoundRow = Pick<SessionRow, 'id' | 'user_id' | 'last_seen_at' | 'expires_at'> & {
  name: string
  permissions: string
}

/** The rows of `platform_sessions`. A secret is kept as its hash, so that who reads the table cannot sign in with it. */
export class Sessions {
  readonly #database: Database
  readonly #now: () => number
  readonly #ended = new Listeners<readonly string[]>()

  constructor(database: Database, { now }: { now: () => number }) {
    this.#database = database
    this.#now = now
  }

  /** Tells the ids of sessions that were ended here, once that is committed; not of those that expire. */
  onEnded(listener: (ids: readonly string[]) => void): Undo {
    return this.#ended.add(listener)
  }

  /** Starts a session with a new secret, whatever the client sent: nobody can choose another person's (session fixation). */
  async start(user: User, { address, userAgent, formerSecret }: Client): Promise<NewSession> {
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
    })
    return { secret, caller: toCaller(user, { id, expires_at }), expires_at }
  }

  /** By the hash of its secret, or by its id. Undefined where it is over, revoked, or its person disabled. */
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

  /** Writes that the session was used, unless a later use is written already. Outside of every transaction. */
  async touch({ id, lastSeenAt }: Session): Promise<void> {
    const last_seen_at = toTime(lastSeenAt)
    await this.#database
      .knex<SessionRow>('platform_sessions')
      .where({ id })
      .where('last_seen_at', '<', last_seen_at)
      .update({ last_seen_at })
  }

  /** Ends the session of a secret; one that is over already stays as it is. */
  async end(secret: string): Promise<void> {
    await this.#revoke((rows) => rows.where({ token_hash: hashSecret(secret) }))
  }

  /** Ends all sessions of a person, but for the one they are in. */
  async endOthers(userId: string, { except }: { except: string | undefined }): Promise<void> {
    await this.#revoke((rows) => {
      const own = rows.where({ user_id: userId })
      return except === undefined ? own : own.whereNot({ id: except })
    })
  }

  /** Removes those that nobody can use any more. */
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
