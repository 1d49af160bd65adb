import type { Database } from '../db/index.ts'
import { databaseTime } from './database-time.ts'
import { JOB_TABLE } from './job-table.ts'

const DAY = 24 * 60 * 60_000

/**
 * Forgets jobs that were done 24 hours ago or failed 30 days ago, and events that waited 30 days for a plugin that did not come
 * back; the host calls it every hour. Returns how many.
 */
export async function sweepJobs(database: Database): Promise<number> {
  const before = (column: string, age: number) =>
    database.knex(JOB_TABLE).where(column, '<', databaseTime(database, -age))
  const swept = await Promise.all([
    before('finished_at', DAY).where({ state: 'done' }).delete(),
    before('finished_at', 30 * DAY)
      .where({ state: 'failed' })
      .delete(),
    before('created_at', 30 * DAY)
      .where({ state: 'waiting', kind: 'event' })
      .delete(),
  ])
  return swept.reduce((sum, each) => sum + each, 0)
}
