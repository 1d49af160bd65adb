import { EventBus } from './event-bus.ts'
import { JobQueue, type QueueOptions } from './job-queue.ts'
import { Subscriptions } from './subscriptions.ts'
import { sweepJobs } from './sweep-jobs.ts'

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
