import type { ActionJob } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { openJobsOptions } from '../api/jobs.ts'
import { useFollowedJobs } from './followed-jobs.ts'

/** Follows the jobs of a list that others started, or that were started in another browser. Shows nothing itself. */
export function OpenJobs({ job }: { job: ActionJob }) {
  const { data } = useQuery(openJobsOptions(job))
  const { follow } = useFollowedJobs()
  const known = useRef<typeof data>(undefined)
  useEffect(() => {
    // Once for each answer: a job that has ended since then is not followed again.
    if (known.current === data) return
    known.current = data
    for (const { id } of data ?? []) follow({ id, job })
  }, [data, follow, job])
  return null
}
