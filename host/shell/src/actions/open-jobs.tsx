import type { ActionJob } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openJobsOptions } from '../api/jobs.ts'
import { useFollowedJobs } from './followed-jobs.ts'

/** Follows the jobs of a list that others started, or that were started in another browser. Shows nothing itself. */
export function OpenJobs({ job }: { job: ActionJob }) {
  const { data } = useQuery(openJobsOptions(job))
  const { follow } = useFollowedJobs()
  useEffect(() => {
    for (const { id } of data ?? []) follow({ id, job })
    // Once for each answer: a job that has ended since then is not followed again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [data])
  return null
}
