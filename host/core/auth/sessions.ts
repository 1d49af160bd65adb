import { ApiError } from '@atrium/sdk'
import type { Knex } from 'knex'
import type { Database } from '../../base/db/index.ts'
import type { Authority } from './authority.ts'
import { type HolderRecord, type HolderRow, joinHolder, toHolder } from './holders.ts'
import { joinRequirements, meetsRequirements, toRequirements } from './requirements.ts'
import { createId, createSecret, hashSecret } from './secret.ts'
import type { Identity, Principal } from './identity.ts'
import { createPrincipal } from './identity.ts'

const HOUR = 3_600_000

/** Milliseconds of inactivity after which a session ends. */
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

/** A new session, with the secret for its client. */
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
  /** JSON; null for sessions from before this was recorded. */
  readonly methods: string | null
  readonly confirmed_at: string | null
}

/** A session as its person and operators see it. */
export type SessionRecord = Omit<SessionRow, 'token_hash' | 'revoked_at' | 'confirmed_at'>

type FoundRow = HolderRow & Pick<SessionRow, 'id' | 'last_seen_at' | 'expires_at' | 'methods'>

/** The rows of `platform_sessions`. Only the hash of a secret is stored, so nobody can sign in with what the table contains. */
export class Sessions {
  readonly #database: Database
  readonly #authority: Authority
  readonly #now: () => number

  constructor(database: Database, { authority, now }: { authority: Authority; now: () => number }) {
    this.#database = database
    this.#authority = authority
    this.#now = now
  }

  /**
   * Runs work that starts a session, in a transaction. If it also ends a former session, the version of authority is raised first: all
   * changes of authority lock that row before any other.
   */
  beginning<Result>({ formerSecret }: Client, work: () => Promise<Result>): Promise<Result> {
    return formerSecret === undefined ? this.#database.transaction(work) : this.#authority.change(work)
  }

  /** Starts a session with a new secret, whatever secret the client sent. This prevents session fixation. */
  async start(
    { id: user_id }: { id: string },
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
      user_id,
      created_at: toTime(now),
      last_seen_at: toTime(now),
      expires_at,
      user_agent: userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
      address,
      methods: JSON.stringify(methods),
    })
    await this.#database
      .context('platform_users')
      .where({ id: user_id })
      .update({ last_sign_in_at: toTime(now) })
    const [row, ...more] = await this.#found(this.#database.context, (held) => held.where('held.id', id))
    if (!row)
      throw new ApiError('credentials_invalid', { detail: 'This account is disabled. Ask an operator to enable it.' })
    return { secret, caller: toSession([row, ...more]).identity.caller, expires_at }
  }

  /**
   * Finds a session by its secret's hash or its id; undefined if it has expired or was revoked, its person is disabled, or their roles now
   * require more of a sign-in.
   */
  async find(column: 'token_hash' | 'id', value: string): Promise<Session | undefined> {
    const [row, ...more] = await this.#found(this.#database.reader, (held) => held.where(`held.${column}`, value))
    return row && isEnough([row, ...more]) ? toSession([row, ...more]) : undefined
  }

  /** The active sessions of everybody, or of one person; the last used first. */
  async list({ user_id }: { user_id?: string } = {}): Promise<SessionRecord[]> {
    return this.#database.reading(async () => {
      const active = this.#active(this.#rows(), 'platform_sessions').orderBy('last_seen_at', 'desc')
      const own = user_id === undefined ? active : active.where({ user_id })
      return own.select<SessionRecord[]>(COLUMNS)
    })
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
    const token_hash = hashSecret(secret)
    const active = this.#rows().where({ token_hash }).whereNull('revoked_at')
    if ((await active.first<object | undefined>('id')) === undefined) return
    await this.#revoke((rows) => rows.where({ token_hash }))
  }

  /** Ends a session by its id. @throws ApiError `record_not_found` */
  async endById(id: string): Promise<void> {
    if ((await this.#revoke((rows) => rows.where({ id }))) > 0) return
    throw new ApiError('record_not_found', { detail: `There is no active session [${id}]. It may have ended.` })
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

  /** Returns how many have ended. */
  #revoke(choose: (rows: Knex.QueryBuilder<SessionRow>) => Knex.QueryBuilder<SessionRow>): Promise<number> {
    return this.#authority.change(() =>
      choose(this.#rows().whereNull('revoked_at')).update({ revoked_at: toTime(this.#now()) }),
    )
  }

  #found(knex: Knex, choose: (held: Knex.QueryBuilder) => Knex.QueryBuilder): Promise<FoundRow[]> {
    const columns = ['held.id', 'held.last_seen_at', 'held.expires_at', 'held.methods']
    return choose(this.#active(joinHolder(knex('platform_sessions as held')), 'held')).select(columns)
  }

  #active(rows: Knex.QueryBuilder, table: string): Knex.QueryBuilder {
    const now = this.#now()
    return rows
      .where(`${table}.expires_at`, '>', toTime(now))
      .where(`${table}.last_seen_at`, '>', toTime(now - IDLE))
      .whereNull(`${table}.revoked_at`)
  }
}

const COLUMNS = [
  'id',
  'user_id',
  'created_at',
  'last_seen_at',
  'expires_at',
  'user_agent',
  'address',
  'methods',
] as const

function isEnough(rows: readonly [FoundRow, ...FoundRow[]]): boolean {
  const [{ methods }] = rows
  const required = joinRequirements(rows.map(({ role_requirements }) => toRequirements(role_requirements)))
  return meetsRequirements(required, JSON.parse(methods ?? '[]') as string[])
}

function toSession(rows: readonly [FoundRow, ...FoundRow[]]): Session {
  const [{ id, expires_at, last_seen_at }] = rows
  return {
    id,
    identity: { caller: toCaller(toHolder(rows), { id, expires_at }), by: 'cookie', sessionId: id },
    expiresAt: Date.parse(expires_at),
    lastSeenAt: Date.parse(last_seen_at),
  }
}

const toCaller = (holder: HolderRecord, session: Principal['session']): Principal =>
  createPrincipal({ ...holder, kind: 'person', session })

const toTime = (milliseconds: number) => new Date(milliseconds).toISOString()
