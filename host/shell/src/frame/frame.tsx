import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useFollowedJobs } from '../actions/followed-jobs.ts'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { Bell } from '../notifications/bell.tsx'
import { NotificationPlace } from '../notifications/notification-place.tsx'
import { t } from '../language/t.ts'
import { usePanel, usePathname } from '../screen/panel-context.ts'
import styles from './frame.module.css'
import { AssistantButton, AssistantPlace } from './assistant.tsx'
import { SearchButton } from './search.tsx'
import { Sidebar } from './sidebar.tsx'

const JobStrips = lazy(() => import('../actions/job-strips.tsx').then((module) => ({ default: module.JobStrips })))
const MobileDrawer = lazy(() => import('./mobile-drawer.tsx').then((module) => ({ default: module.MobileDrawer })))

/** The layout of every screen: the navigation at the side, the screen beside it. */
export function Frame() {
  const { jobs } = useFollowedJobs()
  // Stays after the last one has ended, because it may still show failures.
  const [hasJobs, setHasJobs] = useState(jobs.length > 0)
  if (jobs.length > 0 && !hasJobs) setHasJobs(true)
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {t('Skip to content')}
      </a>
      <aside className={styles.side} data-navigation>
        <Sidebar />
      </aside>
      <MobileBar />
      <main id="content" className={styles.content} tabIndex={-1}>
        {hasJobs && (
          <Suspense>
            <JobStrips />
          </Suspense>
        )}
        <Suspense fallback={<ScreenSkeleton />}>
          <Outlet />
        </Suspense>
        <div id="overlays" />
      </main>
      <AssistantPlace />
      <NotificationPlace />
    </div>
  )
}

/** Replaces the sidebar on narrow screens, and opens it as a drawer. */
function MobileBar() {
  const { panel, isSearchable } = usePanel()
  const pathname = usePathname()
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(false), [pathname])

  return (
    <nav className={styles.bar} aria-label={t('Panel')} data-navigation>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Navigation')} onClick={() => setOpen(true)}>
        <IconMenu2 size={20} aria-hidden />
      </ActionIcon>
      <span className={styles.title}>{panel.title}</span>
      <AssistantButton />
      <Bell compact />
      {isSearchable && <SearchButton compact />}
      {open && (
        <Suspense>
          <MobileDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </nav>
  )
}

/** A screen without navigation, because there is no panel to navigate. */
export function LoneScreen({ children }: { children: ReactNode }) {
  return <main className={styles.lone}>{children}</main>
}
