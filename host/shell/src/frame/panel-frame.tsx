import type { PanelDocument, SessionInfo } from '@atrium/sdk/documents'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { ApiProblem, isAbsent } from '../api/api-problem.ts'
import { panelOptions, sessionOptions } from '../api/documents.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { msg, t } from '../language/t.ts'
import { PanelContext } from '../screen/panel-context.ts'
import { PathLink } from '../screen/path-link.tsx'
import { isPermitted, PERMISSIONS } from '../session/permissions.ts'
import { usePreferencesOf } from '../session/use-preferences.ts'
import { Frame, LoneScreen } from './frame.tsx'
import { rememberedPanel } from './remembered-panel.ts'
import { SearchHotkey } from './search.tsx'

const IdlePlugins = lazy(() =>
  import('../plugins/idle-plugins.tsx').then((module) => ({ default: module.IdlePlugins })),
)

/** Provides the panel and the session to the screens of a panel, inside the frame. */
export function PanelFrame() {
  const { panelId } = useParams({ from: '/$panelId' })
  const session = useQuery(sessionOptions())
  const panel = useQuery(panelOptions(panelId))
  const isThere = panel.data !== undefined
  const { isSpoken } = usePreferencesOf(session.data)

  useEffect(() => {
    if (isThere) rememberedPanel.write(panelId)
  }, [isThere, panelId])

  if (!isSpoken) return <ScreenSkeleton />
  if (session.data && panel.data) {
    const shown = isAbsent(panel.error) ? emptied(panel.data) : panel.data
    return (
      <PanelContext value={{ panel: shown, isSearchable: true, session: session.data }}>
        <Frame />
        <SearchHotkey />
      </PanelContext>
    )
  }
  if (panel.error && session.data)
    return <PanelMissing error={panel.error} session={session.data} onRetry={panel.refetch} />
  if (session.error) {
    return (
      <LoneScreen>
        <ProblemNotice error={session.error} onRetry={session.refetch} heading />
      </LoneScreen>
    )
  }
  return <ScreenSkeleton />
}

/** A panel disappears with its last plugin. People who have it open stay there and see a notice. */
function emptied(panel: PanelDocument): PanelDocument {
  return { ...panel, navigation: [], screens: [], modules: [] }
}

const NOT_THERE = msg('There is nothing at this address. It may have been moved or switched off.')

interface PanelMissingProps {
  error: Error
  session: SessionInfo
  onRetry: () => unknown
}

/** Shows why a panel cannot be opened. Operators also see which plugins are not running. */
function PanelMissing({ error, session, onRetry }: PanelMissingProps) {
  const seesPlugins = isPermitted(session.permissions, PERMISSIONS.seePlugins)
  const isMissing = error instanceof ApiProblem && error.status === 404
  return (
    <LoneScreen>
      {isMissing ? (
        <EmptyState
          heading
          title={t('This page does not exist')}
          description={seesPlugins ? error.message : t(NOT_THERE)}
        >
          <Button variant="default" component={PathLink} href="/">
            {t('Go to the first panel')}
          </Button>
        </EmptyState>
      ) : (
        <ProblemNotice error={error} onRetry={onRetry} heading />
      )}
      {seesPlugins && (
        <Suspense>
          <IdlePlugins />
        </Suspense>
      )}
    </LoneScreen>
  )
}
