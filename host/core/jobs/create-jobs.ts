import type { Knex } from 'knex'
import { type Database, databaseTime } from '../../base/db/index.ts'
import { EventBus, Subscriptions } from './event-bus.ts'
import type { QueueOptions } from './job-queue.ts'
import { JobQueue } from './job-queue.ts'
import { JOB_TABLE } from './job-table.ts'

const DAY = 24 * 60 * 60_000

/** Rows per statement, few enough that other writers do not wait long. */
const AT_ONCE = 500

/** Selects the rows to delete. */
type Choose = (rows: Knex.QueryBuilder, before: Knex.Value) => Knex.QueryBuilder

/**
 * Deletes jobs that succeeded 24 hours ago, unless another job of their change has not been started. Deletes jobs that failed or were
 * cancelled `days` ago, and events that have waited as long for an inactive plugin.
 * Returns the number of deleted rows. 0 days: keeps all except those that succeeded.
 */
export async function sweepJobs(database: Database, { days = 30 }: { days?: number } = {}): Promise<number> {
  const finished =
    (state: string): Choose =>
    (rows, before) =>
      rows.where({ state }).where('finished_at', '<', before)
  const unclaimed: Choose = (rows) => rows.where({ state: 'waiting', kind: 'event' })
  const succeeded: Choose = (rows, before) => finished('done')(rows, before).whereNotExists(unstartedTwins(database))
  const done = await sweep(database, DAY, succeeded)
  if (days === 0) return done
  const failed = await sweep(database, days * DAY, finished('failed'))
  const cancelled = await sweep(database, days * DAY, finished('cancelled'))
  return done + failed + cancelled + (await sweep(database, days * DAY, unclaimed))
}

/** Jobs of the same change that have not been started. While there are any, `dropJobs` has to know that another one was started. */
const unstartedTwins = ({ reader }: Database) =>
  reader(`${JOB_TABLE} as twin`)
    .where('twin.undo', reader.ref(`${JOB_TABLE}.undo`))
    .whereNull('twin.started_at')

/** Deletes the chosen rows older than `age`. There is no index on the time, so these are the rows before the first younger one. */
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
  /** Deletes old rows and returns their number. Call it once an hour. */
  sweep(): Promise<number>
  /** Stops running jobs. Call it after stopping the plugins and before closing the database. */
  close(): Promise<void>
}

interface JobOptions extends Omit<QueueOptions, 'eachTick'> {
  /** How many days jobs that failed or were cancelled are kept; 0 keeps all of them. Default 30. */
  readonly days?: number | undefined
}

/** Opens the job room and starts polling. Jobs left by an earlier process run as soon as their plugin is active. */
export async function createJobs(options: JobOptions): Promise<JobRoom> {
  const { database, log, days } = options
  const subscriptions = new Subscriptions(database)
  const queue = new JobQueue({ ...options, eachTick: subscriptions.write })
  const events = new EventBus(queue, { subscriptions, log })
  await queue.start()
  return {
    queue,
    events,
    sweep: () => sweepJobs(database, { days }),
    close: async () => {
      await queue.close()
      await events.writeSubscriptions()
    },
  }
}
