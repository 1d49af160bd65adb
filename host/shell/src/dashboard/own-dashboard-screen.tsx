import { Button } from '@mantine/core'
import { IconLayoutDashboard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { isAbsent } from '../api/api-problem.ts'
import { recordOptions } from '../api/records.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { t } from '../language/t.ts'
import { DASHBOARDS_PATH, type OwnDashboard } from '../screen/own-dashboards.ts'
import { usePanel } from '../screen/panel-context.ts'
import { PathLink } from '../screen/path-link.tsx'
import { OwnDashboardView } from './own-dashboard-view.tsx'

/** The screen of a dashboard that a person has put together. */
export function OwnDashboardScreen() {
  const { dashboardId } = useParams({ from: '/$panelId/~dashboards/$dashboardId' })
  const { panel } = usePanel()
  const { data, error, refetch } = useQuery(recordOptions(`${DASHBOARDS_PATH}/${encodeURIComponent(dashboardId)}`))
  if (isAbsent(error))
    return (
      <EmptyState
        heading
        icon={<IconLayoutDashboard size={20} stroke={1.5} aria-hidden />}
        title={t('This dashboard is not there')}
        description={t('It was deleted, or it is no longer shared with you.')}
      >
        <Button variant="default" component={PathLink} href={`/${panel.id}`}>
          {t('Go to {title}', { title: panel.title })}
        </Button>
      </EmptyState>
    )
  if (data === undefined) return error ? <ProblemNotice error={error} onRetry={refetch} heading /> : <ScreenSkeleton />
  return <OwnDashboardView key={dashboardId} dashboard={data.record as OwnDashboard} etag={data.etag} />
}
