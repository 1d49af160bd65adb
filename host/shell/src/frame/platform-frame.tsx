import type { PanelDocument } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { sessionOptions } from '../api/documents.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { Frame } from './frame.tsx'
import styles from './lone-screen.module.css'
import { PanelContext } from '../screen/panel-context.ts'

/** The shell's own screens, in the shape of a panel: no plugin declares them, so they are there when every plugin fails. */
const PLATFORM: PanelDocument = {
  id: 'platform',
  title: 'Platform',
  sort: 0,
  revision: '',
  navigation: [
    {
      group: null,
      sort: 0,
      items: [{ title: 'Plugins', icon: 'plug', sort: 0, path: '/platform/plugins' }],
    },
  ],
  screens: [],
  modules: [],
}

/** Stands around the screens with which operators look after the platform itself. */
export function PlatformFrame() {
  const { data: session, error, refetch } = useQuery(sessionOptions())
  if (session) {
    return (
      <PanelContext value={{ panel: PLATFORM, isSearchable: false, session }}>
        <Frame />
      </PanelContext>
    )
  }
  if (!error) return <ScreenSkeleton />
  return (
    <main className={styles.lone}>
      <ProblemNotice error={error} onRetry={refetch} heading />
    </main>
  )
}
