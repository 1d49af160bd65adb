import type { ActionJob } from '@atrium/sdk/documents'
import { useLocalStorage } from '@mantine/hooks'
import type { RecordId } from '../api/paths.ts'
import { usePanel } from '../screen/panel-context.ts'

/** A job whose progress is shown until it has ended. */
export interface FollowedJob {
  id: RecordId
  job: ActionJob
}

const isSame = (one: FollowedJob, other: FollowedJob) =>
  one.id === other.id && one.job.record_path === other.job.record_path

/**
 * The jobs that the person follows in this browser: those that they started, and those found running. The storage of the browser shares
 * them with every tab, and keeps them after a reload.
 */
export function useFollowedJobs() {
  const { session } = usePanel()
  const [jobs, setJobs] = useLocalStorage<readonly FollowedJob[]>({
    key: `atrium-jobs:${session.id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  return {
    jobs,
    follow: (started: FollowedJob) =>
      setJobs((before) => (before.some((each) => isSame(each, started)) ? before : [...before, started])),
    leave: (ended: FollowedJob) => setJobs((before) => before.filter((each) => !isSame(each, ended))),
  }
}
