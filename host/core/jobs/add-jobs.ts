import { type Database, databaseTime } from '../../base/db/index.ts'
import { JOB_TABLE, type JobRow } from './job-table.ts'

/** A job to be added. */
export type NewJob = Pick<JobRow, 'plugin' | 'kind' | 'name' | 'payload' | 'attempts'> & {
  /** Default now. */
  run_at?: Date | undefined
  readonly key?: string | undefined
  /** The change that adds it, for jobs with `after_undo`. */
  readonly undo?: string | undefined
  readonly undone?: boolean
}

/** The columns that a new job gives, with their types on PostgreSQL. */
const GIVEN = {
  plugin: 'text',
  kind: 'text',
  name: 'text',
  payload: 'text',
  attempts: 'int',
  key: 'text',
  undo: 'text',
  undone: 'boolean',
} as const satisfies Partial<Record<keyof NewJob, string>>

const COLUMNS = Object.keys(GIVEN)

/** Where the rows of the binding `:jobs` are read from, as `job`, and how one of its values is read. */
const ROWS = {
  sqlite: { from: 'json_each(:jobs) job', value: (name: string) => `job.value->>'${name}'` },
  postgres: {
    from: `json_to_recordset(:jobs) job(${[...Object.entries(GIVEN), ['run_at', 'timestamptz']].map((column) => column.join(' ')).join()})`,
    value: (name: string) => `job.${name}`,
  },
} as const

/** The jobs are one binding. With one for each value, a hundred jobs would take the event loop five times as long. */
function addStatement(dialect: Database['dialect']): string {
  const { from, value } = ROWS[dialect]
  const into = `insert into ${JOB_TABLE} (${COLUMNS.join()}, run_at, created_at, state, attempt)`
  const values = `${COLUMNS.map(value).join()}, coalesce(${value('run_at')}, :now), :now, 'waiting', 0`
  return `${into} select ${values} from ${from} where true on conflict do nothing`
}

const ADD = { sqlite: addStatement('sqlite'), postgres: addStatement('postgres') }

/** Characters of the payloads in one statement, approximately. */
const MOST_TEXT = 4_000_000

/** Adds jobs in the current transaction, in this order. Skips those whose key is already waiting. */
export async function addJobs(database: Database, jobs: readonly NewJob[]): Promise<void> {
  // JSON could hold a half of a surrogate pair, which no database takes as text.
  const given = jobs.map(({ key, undone = false, ...job }) => ({
    ...job,
    key: key && Buffer.from(key).toString(),
    undone,
  }))
  for (const batch of batchesOf(given)) {
    const bindings = { now: databaseTime(database), jobs: JSON.stringify(batch) }
    await database.context.raw(ADD[database.dialect], bindings)
  }
}

function* batchesOf(jobs: readonly NewJob[]): Generator<NewJob[]> {
  let batch: NewJob[] = []
  let size = 0
  for (const job of jobs) {
    size += job.payload.length
    if (size > MOST_TEXT && batch.length > 0) {
      yield batch
      batch = []
      size = job.payload.length
    }
    batch.push(job)
  }
  if (batch.length > 0) yield batch
}
