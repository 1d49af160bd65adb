import { type Database, databaseTime } from '../../base/db/index.ts'
import { JOB_TABLE, type JobRow, type JobState } from './job-table.ts'

/** The number of a plugin's jobs in a state, on all hosts. */
export interface OpenJobs {
  readonly plugin: string
  /** `due` and `scheduled` wait: the former for a free host, the latter for their time. */
  readonly state: 'due' | 'scheduled' | 'running'
  readonly jobs: number
}

/** Counts the jobs that wait or run. There are too many ended ones to count them often. */
export async function countOpenJobs(database: Database): Promise<OpenJobs[]> {
  const count = async (state: OpenJobs['state'], stored: JobState, when?: '<=' | '>') => {
    const rows = database.reader<JobRow>(JOB_TABLE).whereRaw(`state = '${stored}'`)
    if (when !== undefined) void rows.where('run_at', when, databaseTime(database) as string)
    const found = await rows
      .groupBy('plugin')
      .select('plugin')
      .count<{ plugin: string; jobs: number }[]>({ jobs: 'id' })
    return found.map(({ plugin, jobs }) => ({ plugin, state, jobs: Number(jobs) }))
  }
  const counted = [count('due', 'waiting', '<='), count('scheduled', 'waiting', '>'), count('running', 'running')]
  return (await Promise.all(counted)).flat()
}
