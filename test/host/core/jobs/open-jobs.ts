import type { PlatformEvent, Undo } from '@atrium/sdk'
import type { JobOptions } from '@atrium/sdk/host'
import { type Database, migrate } from '../../../../host/base/db/index.ts'
import { createJobs, type JobRoom } from '../../../../host/core/jobs/create-jobs.ts'
import { jobMigrations } from '../../../../host/core/jobs/job-migrations.ts'
import type { QueueOptions } from '../../../../host/core/jobs/job-queue.ts'
import type { JobRow } from '../../../../host/core/jobs/job-table.ts'
import { silentLogger } from '../../../../host/base/log/index.ts'
import { Hold } from '../../../../host/base/lifetime/index.ts'

/** One try, as a test sees it. */
export interface Try {
  readonly row: JobRow
  readonly payload: unknown
  readonly signal: AbortSignal
}

type Work = (given: Try) => void | Promise<void>

/** The jobs of a host, used as the plugin `fleet`. */
export interface TestJobs extends JobRoom {
  readonly database: Database
  readonly hold: Hold
  add(name: string, payload?: unknown, options?: JobOptions): Promise<void>
  handle(name: string, work: Work, lease?: Hold): Undo
  on(event: string, work: (event: PlatformEvent) => void | Promise<void>, options?: { plugin?: string }): Undo
  rows(): Promise<JobRow[]>
  /** Closes the jobs and the database. */
  end(): Promise<void>
}

/** Opens the jobs on a database, with short pauses for tests. The test must close them. */
export async function openJobs(database: Database, options: Partial<QueueOptions> = {}): Promise<TestJobs> {
  await migrate({ database, owner: 'platform', migrations: jobMigrations })
  const jobs = await createJobs({
    database,
    log: silentLogger,
    lease: 2_000,
    tick: 100,
    pauseAfter: () => 250,
    ...options,
  })
  const hold = new Hold()
  return {
    ...jobs,
    database,
    hold,
    add: (name, payload, given) => jobs.queue.add('fleet', name, payload, given),
    handle: (name, work, lease = hold) => {
      const run = (row: JobRow, signal: AbortSignal) =>
        work({ row, payload: JSON.parse(row.payload) as unknown, signal })
      return jobs.queue.handle({ plugin: 'fleet', kind: 'job', name, lease, run })
    },
    on: (name, work, { plugin = 'fleet' } = {}) => {
      const run = (row: JobRow) => work(JSON.parse(row.payload) as PlatformEvent)
      return jobs.queue.handle({ plugin, kind: 'event', name, lease: hold, run })
    },
    rows: () => database.knex<JobRow>('platform_jobs').orderBy('id'),
    end: async () => {
      await jobs.close()
      await database.close()
    },
  }
}
