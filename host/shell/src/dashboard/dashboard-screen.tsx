import { useQuery } from '@tanstack/react-query'
import { Activity, lazy, Suspense, useMemo } from 'react'
import { isAbsent } from '../api/api-problem.ts'
import { dashboardOptions } from '../api/documents.ts'
import { useKept } from '../api/query-client.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { openScreen } from '../screen/addresses.ts'
import { usePanel, usePathname } from '../screen/panel-context.ts'
import { DashboardView } from './dashboard-view.tsx'

const WhyRefused = lazy(() => import('../why/why.tsx').then((module) => ({ default: module.WhyRefused })))
const ScreenGone = lazy(() => import('./screen-missing.tsx').then((module) => ({ default: module.ScreenGone })))
const ScreenMissing = lazy(() => import('./screen-missing.tsx').then((module) => ({ default: module.ScreenMissing })))

/** The screen of the current address. Each address gets its own component, so that no state carries over. */
export function DashboardScreen() {
  const { panel } = usePanel()
  const pathname = usePathname()
  // The router shows this screen until the code of the next one is loaded, which may be elsewhere in the shell.
  const shown = useKept(pathname.startsWith(`/${panel.id}/`) ? pathname : undefined) ?? pathname
  return <ScreenAt key={shown} pathname={shown} />
}

/**
 * The dashboard may change while it is open: the old one stays until the new one has loaded. If it disappears with its plugin, a notice
 * says so, and the dashboard stays mounted but hidden, with its input, in case it returns.
 */
function ScreenAt({ pathname }: { pathname: string }) {
  const { panel } = usePanel()
  const found = useMemo(() => openScreen(panel, pathname), [panel, pathname])
  const open = useKept(found)
  const isThere = found !== undefined
  const { data, error, refetch } = useQuery({
    ...dashboardOptions(open?.screen.dashboard_id ?? ''),
    enabled: isThere,
  })
  const dashboard = useKept(data)

  // Without the permission to create, the address of the empty form would be taken for that of a record.
  if (!open || (open.recordId === 'create' && pathname.endsWith('/create')))
    return (
      <Suspense fallback={<ScreenSkeleton />}>
        <ScreenMissing />
      </Suspense>
    )
  if (!dashboard && isThere)
    return error ? (
      <ProblemNotice error={error} onRetry={refetch} heading>
        <Suspense>
          <WhyRefused error={error} path={pathname} />
        </Suspense>
      </ProblemNotice>
    ) : (
      <ScreenSkeleton />
    )

  const isGone = !isThere || isAbsent(error)
  return (
    <>
      <Suspense>{isGone && <ScreenGone module={open.module} />}</Suspense>
      {dashboard && (
        <Activity mode={isGone ? 'hidden' : 'visible'}>
          <DashboardView dashboard={dashboard} {...open} />
        </Activity>
      )}
    </>
  )
}
