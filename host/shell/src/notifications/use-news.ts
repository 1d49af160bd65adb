import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { unreadOptions } from '../api/notifications.ts'
import { isWatched } from '../api/watched-work.ts'
import { toast } from '../feedback/toast.ts'
import { translated } from '../language/translated.ts'
import { t } from '../language/t.ts'
import { openness } from './openness.ts'

/**
 * Announces notifications that arrive while the page is open: in words for screen readers, and in a toast if they are warnings or errors.
 * A hidden page shows no toast, nor does one where the notifications are open, and the end of work that is on screen has one already.
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
    setNews(t('New notification: {title}', { title: translated(latest.title) }))
    if (document.hidden || openness.read()) return
    for (const { level, title } of fresh)
      if (level === 'warning' || level === 'error')
        toast.notified(translated(title), level, { label: t('Show'), run: () => openness.change(true) })
  }, [shown])
  return news
}
