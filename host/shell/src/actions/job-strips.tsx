import type { ActionJob } from '@atrium/sdk/documents'
import { Button, Modal } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import { cancelJob, jobFailuresOptions, jobOptions, readFailuresFile } from '../api/jobs.ts'
import type { JobFailure, JobProgress } from '../api/jobs.ts'
import { fillPath } from '../api/paths.ts'
import { useChanging } from '../api/preview.ts'
import { refreshRecords } from '../api/records.ts'
import { useWatchedWork } from '../api/watched-work.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ProgressBar } from '../feedback/progress-bar.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { toast } from '../feedback/toast.ts'
import { t } from '../language/t.ts'
import { translated } from '../language/translated.ts'
import { usePermitted } from '../session/permissions.ts'
import { saveFile } from '../values/save-file.ts'
import dialog from '../theme/dialog.module.css'
import '../theme/modal.css'
import { formatCount } from '../values/person-formats.ts'
import styles from './background-progress.module.css'
import { useFollowedJobs } from './followed-jobs.ts'
import type { FollowedJob } from './followed-jobs.ts'

interface EndedJob extends FollowedJob, Pick<JobProgress, 'failed' | 'outcome'> {}

/** The jobs that the person follows, above every screen. When one ends with failures, a dialog lists them. */
export function JobStrips() {
  const { jobs, leave } = useFollowedJobs()
  const [ended, setEnded] = useState<EndedJob | null>(null)
  const end = (followed: FollowedJob, { failed, outcome, state }: JobProgress) => {
    leave(followed)
    if (failed > 0 && followed.job.failures_path !== undefined) setEnded({ ...followed, failed, outcome })
    else toast[TOASTS[state]](outcome)
  }
  return (
    <>
      {jobs.map((followed) => (
        <JobStrip key={`${followed.job.record_path} ${followed.id}`} followed={followed} onEnded={end} onGone={leave} />
      ))}
      {ended && <FailuresDialog ended={ended} onDismiss={() => setEnded(null)} />}
    </>
  )
}

const TOASTS = { done: 'done', failed: 'failed', cancelled: 'ended' } as const satisfies Record<
  JobProgress['state'],
  keyof typeof toast
>

interface JobStripProps {
  followed: FollowedJob
  onEnded: (followed: FollowedJob, progress: JobProgress) => void
  onGone: (followed: FollowedJob) => void
}

function JobStrip({ followed, onEnded, onGone }: JobStripProps) {
  const { id, job } = followed
  const queryClient = useQueryClient()
  const { data, error } = useQuery(jobOptions(job, id))
  useWatchedWork(fillPath(job.record_path, id), data?.isOver === true)
  const isGone = error instanceof ApiProblem && (error.status === 404 || error.status === 403)
  useEffect(() => void refreshRecords(queryClient), [queryClient, data?.done, data?.isOver])
  useEffect(() => {
    if (isGone) onGone(followed)
    else if (data?.isOver === true) onEnded(followed, data)
  })
  if (isGone || data?.isOver === true) return null

  return (
    <section className={styles.strip} aria-label={job.doing}>
      <span className={styles.label}>{progressText(job, data)}</span>
      <ProgressBar {...(data?.total !== undefined && { value: data.done })} max={data?.total ?? 1} label={job.doing} />
      <StopButton followed={followed} />
    </section>
  )
}

/** `Importing clients: 1,200 of 5,000, 3 failed`. */
function progressText({ doing }: ActionJob, progress: JobProgress | undefined): string {
  if (progress?.total === undefined) return `${doing}…`
  const { done, total, failed } = progress
  const parts = [
    t('{count} of {total}', { count: formatCount(done), total: formatCount(total) }),
    ...(failed === 0 ? [] : [t('{count} failed', { count: formatCount(failed) })]),
  ]
  return `${doing}: ${parts.join(', ')}`
}

function StopButton({ followed: { id, job } }: { followed: FollowedJob }) {
  const queryClient = useQueryClient()
  const changing = useChanging()
  const [cancel] = usePermitted()(job.cancel === undefined ? [] : [job.cancel])
  const { mutate, isPending } = useMutation({
    mutationFn: (path: { path: string }) => cancelJob(job, path, id),
    onSuccess: (progress) => queryClient.setQueryData(jobOptions(job, id).queryKey, progress),
    onError: (error) => toast.failed(t('This could not be stopped: {message}', { message: error.message })),
  })
  if (cancel === undefined) return null
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={isPending}
      aria-label={t('Stop: {doing}', { doing: job.doing })}
      onClick={() => mutate(cancel)}
      {...changing}
    >
      {t('Stop')}
    </Button>
  )
}

/** Lists the failures line by line, and saves them as a file. */
function FailuresDialog({
  ended: { id, job, failed, outcome },
  onDismiss,
}: {
  ended: EndedJob
  onDismiss: () => void
}) {
  const path = fillPath(job.failures_path ?? '', id)
  const failures = useQuery(jobFailuresOptions(path))
  const save = useMutation({
    mutationFn: () => readFailuresFile(path),
    onSuccess: (text) => saveFile('failed-lines.csv', text),
    onError: (error) => toast.failed(t('The file could not be saved: {message}', { message: error.message })),
  })
  return (
    <Modal opened onClose={onDismiss} title={outcome} size={560}>
      {failures.data && failed > failures.data.length && (
        <p className={dialog.text}>
          {t('The first {count} of {failed}. The others are not kept: correct these, and try it again.', {
            count: formatCount(failures.data.length),
            failed: formatCount(failed),
          })}
        </p>
      )}
      {failures.data ? (
        <ul className={dialog.failures} tabIndex={0} aria-label={t('What failed')}>
          {failures.data.map((failure) => (
            <li key={failure.id} className={dialog.failure}>
              <span className={dialog.id}>{placeOf(failure)}</span>
              <span>{translated(failure.message)}</span>
            </li>
          ))}
        </ul>
      ) : failures.error ? (
        <ProblemNotice error={failures.error} onRetry={failures.refetch} />
      ) : (
        <ScreenSkeleton />
      )}
      <div className={dialog.buttons}>
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          {t('Download as CSV')}
        </Button>
        <Button onClick={onDismiss} data-autofocus>
          {t('Close')}
        </Button>
      </div>
    </Modal>
  )
}

const placeOf = ({ line, column }: JobFailure) =>
  [line !== undefined && t('Line {line}', { line }), column]
    .filter((part) => part !== undefined && part !== false)
    .join(', ')
