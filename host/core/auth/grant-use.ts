import type { Caller } from '@atrium/sdk'
import type { Knex } from 'knex'
import type { Database, Migration } from '../../base/db/index.ts'
import { repeat } from '../../base/lifetime/index.ts'
import { type HostLogger, sparsely } from '../../base/log/index.ts'
import type { Principal } from './identity.ts'

/** The tables for the review of grants, for the owner `platform`. */
export const reviewMigrations: readonly Migration[] = [
  { name: 'auth-020-grant-uses', source_hash: '1', up: createGrantUses },
]

async function createGrantUses(knex: Knex): Promise<void> {
  await knex.schema.createTable('platform_grant_uses', (table) => {
    // Without a reference: writing a use late must not fail because its person was deleted. A sweep removes the rest.
    table.string('user_id').notNullable()
    table.string('permission').notNullable()
    table.timestamp('last_used_at').notNullable()
    table.primary(['user_id', 'permission'])
  })
  await knex.schema.createTable('platform_grant_reviews', (table) => {
    table.string('user_id').notNullable().references('platform_users.id').onDelete('CASCADE')
    table.string('grant').notNullable().comment('The id of a role, or a permission held besides roles')
    table.timestamp('kept_at').notNullable()
    table.string('kept_by').notNullable().comment('A name, for people')
    table.primary(['user_id', 'grant'])
  })
  await knex.schema.alterTable('platform_user_roles', (table) => {
    table.timestamp('granted_at')
  })
}

/** Milliseconds between two writes. Unwritten uses are lost if the host is killed; the next use is recorded again. */
const WRITE = 60_000

/** Milliseconds after which the same use is recorded again. */
const PRECISION = 3_600_000

/** Rows that one statement writes: SQLite has a limit of parameters. */
const BATCH = 200

/** When somebody last used a permission, themselves or through a token. */
export interface GrantUseRow {
  readonly user_id: string
  readonly permission: string
  readonly last_used_at: string
}

interface GrantUseOptions {
  readonly log: HostLogger
  readonly now: () => number
}

/** A person reviewed a grant and kept it. */
export interface GrantReview {
  readonly user_id: string
  /** The id of a role, or a permission granted directly, not through a role. */
  readonly grant: string
  readonly kept_at: string
  readonly kept_by: string
}

/** Records which permissions people use, for the review of grants. Accurate to the hour; requests do not wait for it. */
export class GrantUse {
  readonly #database: Database
  readonly #now: () => number
  readonly #stop: () => void
  #known = new WeakMap<Caller, Set<string>>()
  #knownSince: number
  #noted = new Map<string, GrantUseRow>()

  constructor(database: Database, { log, now }: GrantUseOptions) {
    this.#database = database
    this.#now = now
    this.#knownSince = now()
    const onError = sparsely((details) =>
      log.warn('the last uses of permissions were not written; they will be', details),
    )
    this.#stop = repeat(WRITE, () => this.write(), { onError })
  }

  /** Records that a permission admitted somebody. Configured tokens belong to nobody and are left out, and so are previewed people. */
  note(caller: Caller, permission: string): void {
    const { holder, session, token } = caller as Principal
    if (session === undefined && token === undefined) return
    const known = this.#known.get(caller) ?? new Set()
    if (known.has(permission)) return
    this.#known.set(caller, known.add(permission))
    const { id: user_id } = holder
    const last_used_at = new Date(this.#now()).toISOString()
    this.#noted.set(`${user_id} ${permission}`, { user_id, permission, last_used_at })
  }

  /** Writes the recorded uses. Uses that cannot be written are kept for the next time. */
  async write(): Promise<void> {
    this.#forgetKnown()
    const noted = this.#noted
    this.#noted = new Map()
    const rows = [...noted.values()]
    try {
      for (let from = 0; from < rows.length; from += BATCH) await this.#insert(rows.slice(from, from + BATCH))
    } catch (error) {
      this.#noted = new Map([...noted, ...this.#noted])
      throw error
    }
  }

  /** The uses of everybody who still exists. */
  async list(): Promise<GrantUseRow[]> {
    await this.write()
    return this.#database.reading(() => this.#rows().select('user_id', 'permission', 'last_used_at'))
  }

  reviews(): Promise<GrantReview[]> {
    return this.#database.reading(() => this.#reviews().select('*'))
  }

  /** Records that a grant was reviewed and kept. */
  async keep(grant: Pick<GrantReview, 'user_id' | 'grant' | 'kept_by'>): Promise<void> {
    const row = { ...grant, kept_at: new Date(this.#now()).toISOString() }
    await this.#reviews().insert(row).onConflict(['user_id', 'grant']).merge(['kept_at', 'kept_by'])
  }

  /** Removes the uses of people who were deleted. */
  async sweep(): Promise<void> {
    await this.#rows().whereNotIn('user_id', this.#database.context('platform_users').select('id')).delete()
  }

  /** Writes the rest. */
  async close(): Promise<void> {
    this.#stop()
    await this.write()
  }

  #insert(rows: readonly GrantUseRow[]): Promise<unknown> {
    return this.#database.outside(() =>
      this.#rows()
        .insert([...rows])
        .onConflict(['user_id', 'permission'])
        .merge(['last_used_at']),
    )
  }

  #forgetKnown(): void {
    const now = this.#now()
    if (now >= this.#knownSince && now < this.#knownSince + PRECISION) return
    this.#known = new WeakMap()
    this.#knownSince = now
  }

  #reviews() {
    return this.#database.context<GrantReview>('platform_grant_reviews')
  }

  #rows() {
    return this.#database.context<GrantUseRow>('platform_grant_uses')
  }
}
