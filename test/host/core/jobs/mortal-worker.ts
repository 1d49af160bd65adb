import { appendFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase, type OpenDatabaseOptions } from '../../../../host/base/db/index.ts'
import { openJobs } from './open-jobs.ts'

export interface WorkerOptions {
  readonly place: OpenDatabaseOptions
  /** Each try appends a line when it begins and when it ends. */
  readonly journal: string
  /** How many jobs to add at the start. */
  readonly add: number
}

/** A host's jobs in a process that may be killed at any moment: works until then. Prints a line when its jobs are added. */
export async function mortalWorker({ place, journal, add }: WorkerOptions): Promise<void> {
  const database = await openDatabase(place)
  // Longer than the process stands still, so that the other one takes over only what a killed one has left.
  const jobs = await openJobs(database, { lease: 5_000, tick: 200 })
  const note = (...words: (string | number)[]) => appendFileSync(journal, `${words.join(' ')}\n`)
  jobs.handle('work', async ({ row }) => {
    note('begun', row.id)
    await pause(5 + Math.random() * 20)
    note('done', row.id)
  })
  await database.transaction(async () => {
    for (let index = 0; index < add; index++) await jobs.add('work', index, { attempts: 100 })
  })
  process.stdout.write('at work\n')
}
