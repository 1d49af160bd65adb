import type { ActionJob } from '@atrium/sdk/documents'
import { queryOptions } from '@tanstack/react-query'
import { translated } from '../language/translated.ts'
import type { DataRecord, RecordId } from './paths.ts'
import { fillPath } from './paths.ts'
import { request, requestText } from './request.ts'

/** Milliseconds between two polls of a running job. */
const PAUSE = 1_000

/** The progress of a job. */
export interface JobProgress {
  /** Unknown until the work has been counted. */
  total: number | undefined
  done: number
  failed: number
  isOver: boolean
  /** How it ended. `done` if its record contains no state. */
  state: 'done' | 'failed' | 'cancelled'
  outcome: string
}

/** A failure of a job. */
export interface JobFailure {
  id: RecordId
  line?: number
  column?: string
  message: string
}

/** Reads the progress from the record of a job. */
export function jobProgress({ members }: ActionJob, record: DataRecord): JobProgress {
  const count = (name: string) => (typeof record[name] === 'number' ? record[name] : undefined)
  const outcome = record[members.outcome]
  const state = members.state === undefined ? undefined : record[members.state]
  return {
    total: count(members.total),
    done: count(members.done) ?? 0,
    failed: count(members.failed) ?? 0,
    isOver: typeof record[members.finished] === 'string',
    state: state === 'failed' || state === 'cancelled' ? state : 'done',
    outcome: typeof outcome === 'string' ? translated(outcome) : '',
  }
}

/** One job, polled until it has ended. */
export const jobOptions = (job: ActionJob, id: RecordId) =>
  queryOptions({
    queryKey: ['job', job.record_path, id],
    queryFn: async ({ signal }) => {
      const path = fillPath(job.record_path, id)
      return jobProgress(job, (await request<DataRecord>('GET', path, { signal })).data)
    },
    refetchInterval: ({ state }) => (state.data?.isOver === true ? false : PAUSE),
    staleTime: PAUSE,
  })

/** The jobs of this kind that have not ended. Not cached: an older answer contains jobs whose end has already been announced. */
export const openJobsOptions = ({ under_way_path }: ActionJob) =>
  queryOptions({
    queryKey: ['job', 'open', under_way_path],
    queryFn: async ({ signal }) => (await request<DataRecord[]>('GET', under_way_path, { signal })).data,
    gcTime: 0,
    retry: false,
  })

/** Ends a job before it is complete. @throws ApiProblem 409 if it has already ended */
export async function cancelJob(job: ActionJob, { path }: { path: string }, id: RecordId): Promise<JobProgress> {
  return jobProgress(job, (await request<DataRecord>('POST', fillPath(path, id))).data)
}

/** The failures: the largest page of a list. */
export const jobFailuresOptions = (path: string) =>
  queryOptions({
    queryKey: ['job', 'failures', path],
    queryFn: async ({ signal }) => (await request<JobFailure[]>('GET', `${path}?_end=500`, { signal })).data,
  })

/** The failures, as a CSV file. */
export const readFailuresFile = (path: string): Promise<string> => requestText(path, 'text/csv')
