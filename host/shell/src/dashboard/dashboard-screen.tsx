import { useQuery } from '@tanstack/react-query'
import { dashboardOptions } from '../api/documents.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { matchScreen } from '../navigation/match-screen.ts'
import { usePanel } from '../navigation/panel-context.ts'
import { ScreenMissing } from '../navigation/screen-missing.tsx'
import { usePathname } from '../navigation/use-pathname.ts'
import styles from './dashboard-screen.module.css'
import { PageHeader } from './page-header.tsx'
import { ScreenContext } from './screen-context.ts'
import { WidgetSlot } from './widget-slot.tsx'

/** The screen that the address names: its dashboard, widget below widget. */
export function DashboardScreen() {
  const { panel } = usePanel()
  const pathname = usePathname()
  const match = matchScreen(panel.screens, pathname)
  const {
    data: dashboard,
    error,
    refetch,
  } = useQuery({
    ...dashboardOptions(match?.screen.dashboard_id ?? ''),
    enabled: match !== null,
  })

  if (!match) return <ScreenMissing />
  if (!dashboard && error) return <ProblemNotice error={error} onRetry={refetch} heading />
  if (!dashboard) return <ScreenSkeleton />

  return (
    <ScreenContext value={{ dashboard, ...match }}>
      <title>{`${dashboard.title} · ${panel.title}`}</title>
      <div className={styles.screen} data-kind={dashboard.kind} key={pathname}>
        {!dashboard.hide_title && <PageHeader heading title={dashboard.title} />}
        {dashboard.widgets.map((widget, index) => (
          <WidgetSlot key={widget.id} widget={widget} heading={dashboard.hide_title && index === 0} />
        ))}
      </div>
    </ScreenContext>
  )
}
