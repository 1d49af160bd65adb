import type { Knex } from 'knex'
import type { Database } from '../../base/db/index.ts'
import { databaseTime, JOB_TABLE } from './job-table.ts'
import type { JobRow } from './job-table.ts'

/** A job that must wait again loses its key if another job with that key is waiting or running. Both will run. */
const KEY = `case when key is not null and (${openTwin('waiting')} or ${openTwin('running')}) then null else key end`

/** Updates the jobs that one host has claimed, outside any transaction. Lost claims are not touched. */
export class JobClaims {
  readonly #database: Database
  readonly #host: string
  readonly #lease: number

  constructor(database: Database, { host, lease }: { host: string; lease: number }) {
    this.#database = database
    this.#host = host
    this.#lease = lease
  }

  /** Extends the leases. Returns the ids that this host still holds. */
  async renew(ids: readonly number[]): Promise<number[]> {
    const renewed: Pick<JobRow, 'id'>[] = await this.#jobs()
      .whereIn('id', ids)
      .where({ claimed_by: this.#host, state: 'running' })
      .update({ leased_until: this.#time(this.#lease) })
      .returning('id')
    return renewed.map(({ id }) => id)
  }

  done(row: JobRow): Promise<void> {
    return this.#settle(row, { ...FREE, state: 'done', finished_at: this.#time(), error: null })
  }

  /** Marks the job as failed after its last try; otherwise makes it wait at least `pause` milliseconds for the next one. */
  failed(row: JobRow, { error, pause }: { error: string; pause: number }): Promise<void> {
    if (row.attempt >= row.attempts)
      return this.#settle(row, { ...FREE, state: 'failed', finished_at: this.#time(), error })
    return this.#settle(row, { ...this.#waiting(), run_at: this.#time(pause), error })
  }

  /** Makes the job wait again. This try does not count. */
  giveBack(row: JobRow): Promise<void> {
    return this.#settle(row, { ...this.#waiting(), attempt: row.attempt - 1 })
  }

  /**
   * Makes the jobs of a dead host wait again, or marks them as failed after their last try.
   * @param options.all ignores the leases; only valid if there is no other host
   */
  async takeUp({ all = false }: { all?: boolean } = {}): Promise<void> {
    const lost = (knex: Knex) => {
      const running = knex(JOB_TABLE).whereRaw(`state = 'running'`)
      return all ? running : running.where('leased_until', '<=', this.#time())
    }
    if ((await lost(this.#database.reader).first('id')) === undefined) return
    const error = 'The host stopped while the job was running.'
    const last = { ...FREE, state: 'failed', finished_at: this.#time(), error }
    await lost(this.#database.knex).whereRaw('attempt >= attempts').update(last)
    await lost(this.#database.knex).update({ ...this.#waiting(), error })
  }

  async #settle({ id, attempt }: JobRow, change: Record<string, unknown>): Promise<void> {
    await this.#jobs().where({ id, attempt, claimed_by: this.#host, state: 'running' }).update(change)
  }

  #waiting() {
    return { ...FREE, state: 'waiting', key: this.#database.knex.raw(KEY) }
  }

  #jobs() {
    return this.#database.knex(JOB_TABLE)
  }

  #time(later = 0) {
    return databaseTime(this.#database, later)
  }
}

const FREE = { claimed_by: null, leased_until: null }

function openTwin(state: 'waiting' | 'running'): string {
  const same = ['plugin', 'name', 'key'].map((column) => `twin.${column} = ${JOB_TABLE}.${column}`).join(' and ')
  return `exists (select 1 from ${JOB_TABLE} twin where twin.state = '${state}' and twin.id <> ${JOB_TABLE}.id and ${same})`
}
