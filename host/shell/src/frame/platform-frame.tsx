import type { PanelDocument, SessionInfo } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { sessionOptions } from '../api/documents.ts'
import { usePreferencesOf } from '../session/use-preferences.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { t } from '../language/t.ts'
import { Frame, LoneScreen } from './frame.tsx'
import { isPermitted, PERMISSIONS } from '../session/permissions.ts'
import { PanelContext } from '../screen/panel-context.ts'

/** The shell's own screens as a panel. No plugin declares them, so they work even if all plugins fail. Everybody has their account here. */
const platformPanel = ({ permissions }: SessionInfo): PanelDocument => ({
  id: 'platform',
  title: t('Platform'),
  sort: 0,
  revision: '',
  navigation: isPermitted(permissions, PERMISSIONS.seePlugins)
    ? [
        {
          group: null,
          sort: 0,
          items: [{ title: t('Plugins'), icon: 'plug', sort: 0, path: '/platform/plugins' }],
        },
      ]
    : [],
  screens: [],
  modules: [],
})

/** The frame of the screens for operators. */
export function PlatformFrame() {
  const { data: session, error, refetch } = useQuery(sessionOptions())
  const { isSpoken } = usePreferencesOf(session)
  if (session && isSpoken) {
    return (
      <PanelContext value={{ panel: platformPanel(session), isSearchable: false, session }}>
        <Frame />
      </PanelContext>
    )
  }
  if (!error) return <ScreenSkeleton />
  return (
    <LoneScreen>
      <ProblemNotice error={error} onRetry={refetch} heading />
    </LoneScreen>
  )
}
