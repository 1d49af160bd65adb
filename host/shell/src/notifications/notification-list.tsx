import { ActionIcon, VisuallyHidden } from '@mantine/core'
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconMail,
  IconMailOpened,
  IconTrash,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { deleteOne, markOne, type Notification, NOTIFICATIONS } from '../api/notifications.ts'
import { toast } from '../feedback/toast.ts'
import { translated, translatedLines } from '../language/translated.ts'
import { msg, t } from '../language/t.ts'
import { PathLink, wantsNewTab } from '../screen/path-link.tsx'
import { formatInstant, formatSince } from '../values/dates.ts'
import { formatLocal } from '../values/person-formats.ts'
import { groupByDay, nearDay } from './group-by-day.ts'
import styles from './notification-list.module.css'

interface NotificationListProps {
  notifications: readonly Notification[]
  /** Called when the person goes to the screen of one. */
  onFollow: () => void
}

/** Notifications by day. */
export function NotificationList({ notifications, onFollow }: NotificationListProps) {
  return (
    <>
      {groupByDay(notifications).map(({ day, things }) => (
        <section key={day} aria-label={nameOfDay(day)}>
          <h3 className={styles.day}>{nameOfDay(day)}</h3>
          <ul className={styles.list}>
            {things.map((notification) => (
              <Entry key={notification.id} notification={notification} onFollow={onFollow} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

const nameOfDay = (day: string) => nearDay(day) ?? formatLocal(day, { dateStyle: 'full' })

/** Lets the arrow keys go from one notification to the next, inside the element whose key was pressed. */
export function goByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')]
  const present = document.activeElement?.closest('li')?.querySelector<HTMLElement>('[data-entry]')
  event.preventDefault()
  entries[(present ? entries.indexOf(present) : -1) + step]?.focus()
}

/** What each level looks like, and what screen readers say. */
const LEVELS = {
  info: { Icon: IconInfoCircle, color: 'blue', word: undefined },
  success: { Icon: IconCircleCheck, color: 'green', word: msg('Done: ') },
  warning: { Icon: IconAlertTriangle, color: 'orange', word: msg('Warning: ') },
  error: { Icon: IconAlertCircle, color: 'red', word: msg('Error: ') },
} as const

function useNotification(notification: Notification) {
  const queryClient = useQueryClient()
  const shared = {
    onError: (error: Error) => toast.failed(error.message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: NOTIFICATIONS }),
  }
  const mark = useMutation({ mutationFn: (as: 'read' | 'unread') => markOne(notification, as), ...shared })
  const remove = useMutation({ mutationFn: () => deleteOne(notification), ...shared })
  return { mark: mark.mutate, remove: () => !remove.isPending && remove.mutate() }
}

function Entry({ notification, onFollow }: { notification: Notification; onFollow: () => void }) {
  const { link, read_at } = notification
  const title = translated(notification.title)
  const { mark, remove } = useNotification(notification)
  const isUnread = read_at === undefined
  const see = () => isUnread && mark('read')
  return (
    <li className={styles.entry} data-unread={isUnread || undefined}>
      {link === undefined ? (
        <button type="button" className={styles.main} data-entry onClick={see}>
          <Content notification={notification} />
        </button>
      ) : (
        <PathLink
          href={link}
          className={styles.main}
          data-entry
          onClick={(event) => {
            see()
            if (event.button === 0 && !wantsNewTab(event)) onFollow()
          }}
        >
          <Content notification={notification} />
        </PathLink>
      )}
      <div className={styles.actions}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={isUnread ? t('Mark as read: {title}', { title }) : t('Mark as unread: {title}', { title })}
          title={isUnread ? t('Mark as read') : t('Mark as unread')}
          onClick={() => mark(isUnread ? 'read' : 'unread')}
        >
          {isUnread ? <IconMailOpened size={16} aria-hidden /> : <IconMail size={16} aria-hidden />}
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Delete: {title}', { title })}
          title={t('Delete')}
          // The second click of a double click would meet the notification that has moved up.
          onClick={({ detail }) => detail < 2 && remove()}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  )
}

function Content({ notification }: { notification: Notification }) {
  const { level, title, body, source_title, created_at, read_at } = notification
  const { Icon, color, word } = LEVELS[level]
  const time = new Date(created_at)
  return (
    <>
      <Icon size={18} className={styles.icon} data-color={color} aria-hidden />
      <span className={styles.text}>
        <VisuallyHidden>{`${read_at === undefined ? t('Unread. ') : ''}${word ? t(word) : ''}`}</VisuallyHidden>
        <span className={styles.title}>{translated(title)}</span>
        {body !== undefined && <span className={styles.body}>{translatedLines(body)}</span>}
        <span className={styles.meta}>
          {translated(source_title)} ·{' '}
          <time dateTime={created_at} title={formatInstant(time)}>
            {formatSince(time)}
          </time>
        </span>
      </span>
    </>
  )
}
