import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { panelOptions, sessionOptions } from '../api/documents.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { SearchHotkey } from '../search/search-hotkey.tsx'
import { MobileBar } from './mobile-bar.tsx'
import { PanelContext } from './panel-context.ts'
import styles from './panel-frame.module.css'
import loneStyles from './lone-screen.module.css'
import { PanelMissing } from './panel-missing.tsx'
import { rememberedPanel } from './remembered-panel.ts'
import { Sidebar } from './sidebar.tsx'

/** What stands around every screen of a panel: navigation at the side, the screen beside it. */
export function PanelFrame() {
  const { panelId } = useParams({ from: '/$panelId' })
  const session = useQuery(sessionOptions())
  const panel = useQuery(panelOptions(panelId))
  const isThere = panel.data !== undefined

  useEffect(() => {
    if (isThere) rememberedPanel.write(panelId)
  }, [isThere, panelId])

  if (session.data && panel.data) {
    return (
      <PanelContext value={{ panel: panel.data, session: session.data }}>
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
        <SearchHotkey />
      </PanelContext>
    )
  }
  if (panel.error && session.data) return <PanelMissing error={panel.error} onRetry={panel.refetch} />
  if (session.error) {
    return (
      <main className={loneStyles.lone}>
        <ProblemNotice error={session.error} onRetry={session.refetch} heading />
      </main>
    )
  }
  return <ScreenSkeleton />
}
