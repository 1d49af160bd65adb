import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { panelsOptions, sessionOptions } from '../api/documents.ts'
import { preview } from '../api/preview.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { dashboardMenuOptions, dashboardPath } from '../screen/own-dashboards.ts'
import { t } from '../language/t.ts'
import { usePanel } from '../screen/panel-context.ts'
import { PathLink } from '../screen/path-link.tsx'
import { isPermitted, PERMISSIONS } from '../session/permissions.ts'
import { LoneScreen } from './frame.tsx'
import { rememberedPanel } from './remembered-panel.ts'

/** `/`: redirects to the dashboard that the person has chosen for it, or else to the last panel that was open, or to the first one. */
export function FirstPanel() {
  const { data: panels, error, refetch } = useQuery(panelsOptions())
  const menu = useQuery(dashboardMenuOptions())
  const { history } = useRouter()
  const target = panels?.find((panel) => panel.id === rememberedPanel.read()) ?? panels?.[0]
  const homeId = preview.read() ? null : (menu.data?.home_id ?? null)
  const isKnown = !menu.isPending

  useEffect(() => {
    if (target && isKnown) history.replace(homeId === null ? `/${target.id}` : dashboardPath(target.id, homeId))
  }, [target, isKnown, homeId, history])

  if (error)
    return (
      <LoneScreen>
        <ProblemNotice error={error} onRetry={refetch} heading />
      </LoneScreen>
    )
  if (panels?.length === 0)
    return (
      <LoneScreen>
        <NoPanels />
      </LoneScreen>
    )
  return <ScreenSkeleton />
}

/** Operators can activate a plugin. Other people may have access to no screen. */
function NoPanels() {
  const { data: session } = useQuery(sessionOptions())
  if (session && !isPermitted(session.permissions, PERMISSIONS.seePlugins)) {
    const description = t('Your roles do not show you any screen yet. Ask an operator for a role.')
    return <EmptyState heading title={t('Nothing to see yet')} description={description} />
  }
  return (
    <EmptyState
      heading
      title={t('No panels yet')}
      description={t('A panel appears here as soon as one of its plugins is active.')}
    >
      <Button component={PathLink} href="/platform/plugins">
        {t('Open plugins')}
      </Button>
    </EmptyState>
  )
}

/** `/<panel>`: redirects to the first entry of its navigation. */
export function FirstScreen() {
  const { panel } = usePanel()
  const { history } = useRouter()
  const first = panel.navigation[0]?.items[0]?.path

  useEffect(() => {
    if (first !== undefined) history.replace(first)
  }, [first, history])

  if (first !== undefined) return null
  if (panel.modules.length === 0 || panel.screens.length > 0)
    return (
      <EmptyState
        heading
        title={t('{title} is empty', { title: panel.title })}
        description={t('It has no screen in its navigation.')}
      />
    )
  return (
    <EmptyState
      heading
      title={t('You do not have access to {title}', { title: panel.title })}
      description={t(
        'Your roles do not include any of its screens. If you need them, ask the person who manages roles.',
      )}
    >
      <Button variant="default" component={PathLink} href="/">
        {t('Go to the first panel')}
      </Button>
    </EmptyState>
  )
}
