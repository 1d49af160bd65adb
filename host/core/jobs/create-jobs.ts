import type { Knex } from 'knex'
import type { Database } from '../../base/db/index.ts'
import { EventBus, Subscriptions } from './event-bus.ts'
import type { QueueOptions } from './job-queue.ts'
import { JobQueue } from './job-queue.ts'
import { databaseTime, JOB_TABLE } from './job-table.ts'

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

/** Jobs and events in one host. */
export interface JobRoom {
  readonly queue: JobQueue
  readonly events: EventBus
  /** Removes what is over; to be called once an hour. */
  sweep(): Promise<number>
  /** Ends what runs. To be called once the plugins are stopped, and before the database is closed. */
  close(): Promise<void>
}

/** Makes them and begins to look for jobs: those left by a former process are taken up as soon as their plugin is there. */
export async function createJobs(options: Omit<QueueOptions, 'eachTick'>): Promise<JobRoom> {
  const { database, log } = options
  const subscriptions = new Subscriptions(database)
  const queue = new JobQueue({ ...options, eachTick: subscriptions.write })
  const events = new EventBus(queue, { subscriptions, log })
  await queue.start()
  return {
    queue,
    events,
    sweep: () => sweepJobs(database),
    close: async () => {
      await queue.close()
      await events.writeSubscriptions()
    },
  }
}
