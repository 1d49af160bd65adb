import type { NotificationLevel } from '@atrium/sdk/host'
import type { Knex } from 'knex'
import type { Database } from '../../base/db/index.ts'
import { NOTIFICATION_TABLE } from './notification-migrations.ts'

/** A row of `platform_notifications`. */
export interface NotificationRow {
  readonly id: number
  readonly user_id: string
  readonly source: string
  readonly key: string | null
  readonly level: NotificationLevel
  readonly title: string
  readonly body: string | null
  readonly link: string | null
  readonly created_at: string
  readonly read_at: string | null
}

/** What somebody is told, without whom. */
export type Notice = Pick<NotificationRow, 'source' | 'level' | 'title'> & {
  readonly key?: string | undefined
  readonly body?: string | undefined
  readonly link?: string | undefined
}

/** The notifications that each person keeps from one source, the latest. Nobody reads more, and a plugin cannot push out those of others. */
export const MOST_OF_SOURCE = 100

/** People per statement, and rows per deletion, few enough that other writers do not wait long. */
const AT_ONCE = 200

const DAY = 24 * 60 * 60_000

/** The rows of notifications. Changes join the present transaction. */
export class NotificationTable {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Adds a notification for each of these people. It replaces the one with its key, so that it is the latest again, and unread. */
  async add({ source, key, level, title, body, link }: Notice, people: readonly string[]): Promise<void> {
    const created_at = new Date().toISOString()
    const shared = { source, key: key ?? null, level, title, body: body ?? null, link: link ?? null, created_at }
    for (let start = 0; start < people.length; start += AT_ONCE) {
      const some = people.slice(start, start + AT_ONCE)
      if (key !== undefined) await this.#rows().where({ source, key }).whereIn('user_id', some).delete()
      const rows = some.map((user_id) => ({ user_id, ...shared, read_at: null }))
      // Another host may be adding one with the same key at this moment.
      await this.#rows().insert(rows).onConflict(['user_id', 'source', 'key']).merge()
      await this.#dropOldest(source, some)
    }
  }

  /** Deletes the notifications of a source with a key. Returns whose they were. */
  async withdraw(source: string, key: string): Promise<string[]> {
    const people = await this.#rows().where({ source, key }).pluck<string[]>('user_id')
    if (people.length > 0) await this.#rows().where({ source, key }).delete()
    return people
  }

  /** Whether anybody has an unread notification of a source with a key. */
  async isUnread(source: string, key: string): Promise<boolean> {
    return (await this.#rows().where({ source, key }).whereNull('read_at').first('id')) !== undefined
  }

  /** The notifications of a person. */
  of(user_id: string): Knex.QueryBuilder<NotificationRow, NotificationRow[]> {
    return this.#rows().where({ user_id })
  }

  /** Deletes notifications that are older, read or not. */
  async sweep(days: number): Promise<void> {
    const { reader, knex } = this.#database
    const before = new Date(Date.now() - days * DAY).toISOString()
    for (;;) {
      const old = reader<NotificationRow>(NOTIFICATION_TABLE).where('created_at', '<', before)
      const ids = await old.orderBy('id').limit(AT_ONCE).pluck<number[]>('id')
      if (ids.length === 0) return
      await knex(NOTIFICATION_TABLE).whereIn('id', ids).delete()
    }
  }

  async #dropOldest(source: string, people: readonly string[]): Promise<void> {
    const db = this.#database.context
    const ranked = this.#rows()
      .where({ source })
      .whereIn('user_id', people)
      .select('id')
      .rowNumber('place', (over) => void over.partitionBy('user_id').orderBy('id', 'desc'))
    const dropped = await db.from(ranked.as('ranked')).where('place', '>', MOST_OF_SOURCE).pluck<number[]>('id')
    if (dropped.length > 0) await this.#rows().whereIn('id', dropped).delete()
  }

  #rows() {
    return this.#database.context<NotificationRow>(NOTIFICATION_TABLE)
  }
}
