import type { Knex } from 'knex'
import type { Database } from '../../base/db/index.ts'
import { databaseTime } from './database-time.ts'
import { JOB_TABLE } from './job-table.ts'

const DAY = 24 * 60 * 60_000

/** Few enough that nobody waits long for the writer. */
const AT_ONCE = 500

/** Narrows rows down to those that are over. */
type Choose = (rows: Knex.QueryBuilder, before: Knex.Value) => Knex.QueryBuilder

/**
 * Forgets jobs that were done 24 hours ago or failed 30 days ago, and events that waited 30 days for a plugin that did not come
 * back; the host calls it every hour. Returns how many.
 */
export async function sweepJobs(database: Database): Promise<number> {
  const finished =
    (state: string): Choose =>
    (rows, before) =>
      rows.where({ state }).where('finished_at', '<', before)
  const unclaimed: Choose = (rows) => rows.where({ state: 'waiting', kind: 'event' })
  const done = await sweep(database, DAY, finished('done'))
  const failed = await sweep(database, 30 * DAY, finished('failed'))
  return done + failed + (await sweep(database, 30 * DAY, unclaimed))
}

/** Looks at rows that were made so long ago, which without an index are those before the first that is younger. */
async function sweep(database: Database, age: number, choose: Choose): Promise<number> {
  const rows = () => database.reader<{ id: number }>(JOB_TABLE)
  const before = databaseTime(database, -age) as Knex.Value
  const young = await rows().where('created_at', '>=', before).orderBy('id').first('id')
  const old = () => choose(young === undefined ? rows() : rows().where('id', '<', young.id), before)
  for (let swept = 0; ;) {
    const ids = (await old().orderBy('id').limit(AT_ONCE).pluck('id')) as number[]
    if (ids.length === 0) return swept
    swept += await database.knex(JOB_TABLE).whereIn('id', ids).delete()
  }
}
