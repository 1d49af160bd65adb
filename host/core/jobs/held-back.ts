import { DeclarationError } from '@atrium/sdk/host'
import { type Database, databaseTime } from '../../base/db/index.ts'
import { presentAfterUndo } from '../operations/index.ts'
import type { NewJob } from './add-jobs.ts'
import { JOB_TABLE, type JobRow } from './job-table.ts'

/**
 * Delays a job until the present change can no longer be undone from its toast. Does not delay it if nobody can undo the change.
 * @throws DeclarationError `argument_invalid` if it has a key
 */
export function heldBack(job: NewJob): NewJob {
  if (job.key !== undefined) throw keyed(job.name)
  const after = presentAfterUndo()
  if (after === undefined) return job
  if (after.isSilent) return { ...job, run_at: undefined, undo: after.undo, undone: true }
  const waiting = { ...job, undo: after.undo }
  after.holds.push((until) => {
    if (waiting.run_at === undefined || waiting.run_at < until) waiting.run_at = until
  })
  return waiting
}

const keyed = (name: string) =>
  new DeclarationError('argument_invalid', `The job [${name}] has a [key] and [after_undo].`, {
    fix: 'Leave out one of them: a job that is dropped with its change must not stand for the job of another change.',
  })

/** Delays the stored jobs of a change, in its transaction. */
export async function holdJobs(database: Database, undo: string, until: Date): Promise<void> {
  const run_at = until.toISOString()
  await database.context<JobRow>(JOB_TABLE).where({ undo }).where('run_at', '<', run_at).update({ run_at })
}

/** Drops the delayed jobs of a change, unless one of them has been started. Returns the plugins whose jobs are dropped. */
export async function dropJobs(database: Database, undo: string): Promise<readonly string[]> {
  const jobs = () => database.context<JobRow>(JOB_TABLE)
  // Locked, so that no host claims one of them meanwhile.
  const rows = await jobs()
    .where({ undo, undone: false })
    .orderBy('id')
    .forUpdate()
    .select('id', 'plugin', 'started_at')
  if (rows.length === 0 || rows.some(({ started_at }) => started_at !== null)) return []
  const dropped = { undone: true, run_at: databaseTime(database) as string }
  await jobs().where({ undo }).whereRaw(`state = 'waiting'`).update(dropped)
  return [...new Set(rows.map(({ plugin }) => plugin))]
}
