import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import styles from './frame.module.css'
import { MobileBar } from './mobile-bar.tsx'
import { Sidebar } from './sidebar.tsx'

/** What stands around every screen: navigation at the side, the screen beside it. */
export function Frame() {
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <aside className={styles.side}>
        <Sidebar />
      </aside>
      <MobileBar />
      <main id="content" className={styles.content} tabIndex={-1}>
        <Suspense fallback={<ScreenSkeleton />}>
          <Outlet />
        </Suspense>
        <div id="overlays" />
      </main>
    </div>
  )
}
