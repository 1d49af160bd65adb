import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Notification, unreadOptions } from '../api/notifications.ts'
import { isWatched } from '../api/watched-work.ts'
import { toast } from '../feedback/toast.ts'

/**
 * Announces notifications that arrive while the page is open: in words for screen readers, and in a toast if they are warnings or errors.
 * A hidden page shows no toast, and the end of work that is on screen has one already.
 * @returns the latest announcement
 */
export function useNews(): string {
  const { data } = useQuery(unreadOptions())
  const [news, setNews] = useState('')
  const known = useRef<number>(undefined)
  const shown = data?.shown

  useEffect(() => {
    if (shown === undefined) return
    const last = known.current
    known.current = Math.max(last ?? 0, ...shown.map(({ id }) => id))
    if (last === undefined) return
    const fresh = shown.filter(({ id, key }) => id > last && !(key !== undefined && isWatched(key)))
    const [latest] = fresh
    if (latest === undefined) return
    setNews(`New notification: ${latest.title}`)
    if (!document.hidden) fresh.filter(isUrgent).forEach(({ title }) => toast.notified(title))
  }, [shown])
  return news
}

const isUrgent = ({ level }: Notification) => level === 'warning' || level === 'error'
