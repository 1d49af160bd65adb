import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { unreadOptions } from '../api/notifications.ts'
import { usePreview } from '../api/preview.ts'
import { t, tn } from '../language/t.ts'
import { formatCount } from '../values/person-formats.ts'
import styles from './bell.module.css'
import { openness, useOpenness } from './openness.ts'

/** The most that the bell counts. */
const MOST = 99

/** Opens the notifications, and shows how many are unread. A preview has none: they are one's own. */
export function Bell({ compact = false }: { compact?: boolean }) {
  const isPreview = usePreview() !== null
  const { data } = useQuery({ ...unreadOptions(), enabled: !isPreview })
  const open = useOpenness()
  if (isPreview) return null
  const unread = data?.total ?? 0
  const look = compact
    ? ({ variant: 'subtle', color: 'gray', size: 'lg' } as const)
    : ({ variant: open ? 'light' : 'default', size: 32 } as const)
  return (
    <ActionIcon
      {...look}
      className={styles.bell}
      aria-label={
        unread === 0 ? t('Notifications') : tn('Notifications, {count} unread', 'Notifications, {count} unread', unread)
      }
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-keyshortcuts="Alt+N"
      title={t('Notifications')}
      onClick={() => openness.change(!open)}
    >
      <IconBell size={compact ? 18 : 16} aria-hidden />
      {unread > 0 && (
        <span className={styles.count} aria-hidden>
          {unread > MOST ? `${formatCount(MOST)}+` : formatCount(unread)}
        </span>
      )}
    </ActionIcon>
  )
}
