import { VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useEffect } from 'react'
import { usePreview } from '../api/preview.ts'
import { t } from '../language/t.ts'
import { useOffer } from '../screen/palette.ts'
import { useEarlyKeys } from '../theme/early-keys.ts'
import { isDialogOpen } from '../theme/is-typing.ts'
import { openness, useOpenness } from './openness.ts'
import { useNews } from './use-news.ts'

const NotificationPanel = lazy(() =>
  import('./notification-panel.tsx').then((module) => ({ default: module.NotificationPanel })),
)

/** The notifications of the person: their key, their entry in the search, the news of them, and the panel, whose code is not fetched before. */
export function NotificationPlace() {
  return usePreview() === null ? <OwnNotifications /> : null
}

function OwnNotifications() {
  const open = useOpenness()
  useEarlyKeys(open, () => openness.change(false))
  const news = useNews()
  useOffer([{ key: 'notifications', label: t('Open notifications'), icon: 'bell', start: () => openness.change(true) }])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.code !== 'KeyN' || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (!openness.read() && isDialogOpen()) return
      event.preventDefault()
      openness.change(!openness.read())
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
      openness.change(false)
    }
  }, [])
  return (
    <>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      {open && (
        <Suspense>
          <NotificationPanel onClose={() => openness.change(false)} />
        </Suspense>
      )}
    </>
  )
}
