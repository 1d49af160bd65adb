import { ActionIcon, Button, Drawer } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useReturnedFocus } from '../screen/returned-focus.ts'
import { latestOptions, markRead, NOTIFICATIONS, unreadOptions } from '../api/notifications.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { toast } from '../feedback/toast.ts'
import { t } from '../language/t.ts'
import { FailedHere } from './failed-here.tsx'
import { goByArrows, NotificationList } from './notification-list.tsx'
import styles from './notification-panel.module.css'
import '../theme/modal.css'
import '@mantine/core/styles/Drawer.layer.css'

/** Notifications that are shown at first, and each time when earlier ones are wanted. */
const PAGE = 20

/** As many as one request answers. */
const MOST = 500

/** The notifications of the person, beside the screen; on phones above it. */
export function NotificationPanel({ onClose }: { onClose: () => void }) {
  useReturnedFocus(true)
  const [count, setCount] = useState(PAGE)
  const [isUnread, setUnread] = useState(false)
  const { data, error, refetch, isPlaceholderData } = useQuery(latestOptions({ count, isUnread }))
  const hasMore = data !== undefined && data.total > data.shown.length && count < MOST

  return (
    <Drawer.Root opened onClose={onClose} position="right" size="min(420px, 100vw)" padding={0}>
      <Drawer.Overlay backgroundOpacity={0.2} />
      <Drawer.Content aria-label={t('Notifications')} radius={0}>
        <div className={styles.panel} onKeyDown={goByArrows}>
          <header className={styles.head}>
            <h2 className={styles.title}>{t('Notifications')}</h2>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Close')} onClick={onClose}>
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </header>
          <div className={styles.tools}>
            <Button
              size="compact-sm"
              variant={isUnread ? 'light' : 'default'}
              aria-pressed={isUnread}
              onClick={() => setUnread(!isUnread)}
            >
              {t('Unread only')}
            </Button>
            <MarkAll />
          </div>
          <div className={styles.body}>
            <FailedHere />
            {data === undefined && (error ? <ProblemNotice error={error} onRetry={refetch} /> : <ScreenSkeleton />)}
            {data?.shown.length === 0 && <NoNotifications isUnread={isUnread} />}
            {data && <NotificationList notifications={data.shown} onFollow={onClose} />}
            {hasMore && (
              <div className={styles.more}>
                <Button variant="default" loading={isPlaceholderData} onClick={() => setCount(count + PAGE)}>
                  {t('Show earlier')}
                </Button>
              </div>
            )}
          </div>
        </div>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** Marks as read what had arrived when the person last saw the number: later ones stay unread. */
function MarkAll() {
  const queryClient = useQueryClient()
  const { data } = useQuery(unreadOptions())
  const latest = data?.shown[0]
  const { mutate, isPending } = useMutation({
    mutationFn: (until: number) => markRead({ until }),
    onError: (error) => toast.failed(t('They could not be marked as read: {message}', { message: error.message })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: NOTIFICATIONS }),
  })
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={latest === undefined}
      loading={isPending}
      onClick={() => latest && mutate(latest.id)}
    >
      {t('Mark all as read')}
    </Button>
  )
}

function NoNotifications({ isUnread }: { isUnread: boolean }) {
  if (isUnread) return <EmptyState title={t('Nothing unread')} description={t('You have seen everything.')} />
  const description = t(
    'What concerns you appears here: work that has ended, what waits for your decision, and changes by others.',
  )
  return <EmptyState title={t('No notifications yet')} description={description} />
}
