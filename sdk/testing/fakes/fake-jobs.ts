import type { Job, JobOptions, Jobs } from '../../services/jobs.ts'
import { require_job_name } from '../../services/service-names.ts'

/** A job that was added and has not run yet. */
export interface RecordedJob {
  readonly name: string
  readonly payload: unknown
  readonly options: JobOptions
}

export interface FakeJobs {
  readonly jobs: Jobs
  /** In the order in which they were added. */
  readonly waiting: readonly RecordedJob[]
  /** Runs those that have a handler, one after the other and whatever their time, until none is left. Rejects with what one throws. */
  run(signal: AbortSignal): Promise<void>
}

/** Jobs in memory: no transaction, no other tries. */
export function fake_jobs(): FakeJobs {
  const waiting: RecordedJob[] = []
  const handlers = new Map<string, (job: Job<never>) => unknown>()
  let count = 0
  const isThere = (name: string, key: string | undefined) =>
    key !== undefined && waiting.some((job) => job.name === name && job.options.key === key)
  return {
    waiting,
    jobs: {
      add: async (name, payload, options = {}) => {
        require_job_name(name)
        if (!isThere(name, options.key)) waiting.push({ name, payload: as_json(payload), options })
      },
      handle: (name, handler) => {
        require_job_name(name)
        handlers.set(name, handler)
        return () => void (handlers.get(name) === handler && handlers.delete(name))
      },
    },
    run: async (signal) => {
      const next = () => waiting.findIndex(({ name }) => handlers.has(name))
      for (let index = next(); index >= 0; index = next()) {
        const [{ name, payload }] = waiting.splice(index, 1) as [RecordedJob]
        await handlers.get(name)?.({ id: String(++count), name, payload: payload as never, attempt: 1, signal })
      }
    },
  }
}

/** What is left of a value once it has been a row. */
export const as_json = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))
