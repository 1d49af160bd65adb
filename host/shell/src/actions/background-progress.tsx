import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { bulkActionOptions, bulkActionPath, cancelBulkAction, isOver } from '../api/bulk.ts'
import { useWatchedWork } from '../api/watched-work.ts'
import { ProgressBar } from '../feedback/progress-bar.tsx'
import { toast } from '../feedback/toast.ts'
import { t } from '../language/t.ts'
import type { Actions } from './actions.ts'
import type { FollowedAction } from './background-actions.ts'
import { progressText } from './background-actions.ts'
import styles from './background-progress.module.css'

/** The actions that continue in the background, each with its progress and a button that stops it. */
export function BackgroundProgress({ actions }: { actions: Actions }) {
  return actions.background.all.map((followed) => (
    <ActionProgress key={followed.id} followed={followed} onEnded={actions.end} />
  ))
}

interface ActionProgressProps {
  followed: FollowedAction
  onEnded: Actions['end']
}

/** Shows nothing once the action has ended: its result is announced like that of any other action. */
function ActionProgress({ followed, onEnded }: ActionProgressProps) {
  const { id, label } = followed
  const queryClient = useQueryClient()
  const { data } = useQuery(bulkActionOptions(id))
  useWatchedWork(bulkActionPath(id), data !== undefined && isOver(data))
  const cancel = useMutation({
    mutationFn: () => cancelBulkAction(id),
    onSuccess: (action) => queryClient.setQueryData(bulkActionOptions(id).queryKey, action),
    onError: (error) => toast.failed(t('{label} could not be stopped: {message}', { label, message: error.message })),
  })
  useEffect(() => {
    if (data !== undefined && isOver(data)) onEnded(followed, data)
  })
  if (data === undefined || isOver(data)) return null

  return (
    <section className={styles.strip} aria-label={t('{label} in the background', { label })}>
      <span className={styles.label}>{label}</span>
      <ProgressBar value={data.done + data.failed} max={data.total} label={label} />
      <span className={styles.text}>{progressText(data)}</span>
      <Button variant="default" size="compact-sm" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        {t('Stop')}
      </Button>
    </section>
  )
}
