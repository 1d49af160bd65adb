import { useQuery } from '@tanstack/react-query'
import { Activity } from 'react'
import { isAbsent } from '../api/api-problem.ts'
import { dashboardOptions } from '../api/documents.ts'
import { useKept } from '../api/query-client.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { ScreenMissing } from './screen-missing.tsx'
import { DashboardView } from './dashboard-view.tsx'
import { ScreenGone } from './screen-gone.tsx'
import { useOpenScreen } from './use-open-screen.ts'

/**
 * The dashboard of an address. It may change while it is open: the old stays until the new is there. It may even go, with the
 * plugin it belongs to: then that is said, and what was entered is kept out of sight in case it comes back.
 */
export function ScreenAt({ pathname }: { pathname: string }) {
  const { open, isThere } = useOpenScreen(pathname)
  const { data, error, refetch } = useQuery({
    ...dashboardOptions(open?.screen.dashboard_id ?? ''),
    enabled: isThere,
  })
  const dashboard = useKept(data)

  if (!open) return <ScreenMissing />
  if (!dashboard && isThere)
    return error ? <ProblemNotice error={error} onRetry={refetch} heading /> : <ScreenSkeleton />

  const isGone = !isThere || isAbsent(error)
  return (
    <>
      {isGone && <ScreenGone module={open.module} />}
      {dashboard && (
        <Activity mode={isGone ? 'hidden' : 'visible'}>
          <DashboardView dashboard={dashboard} {...open} />
        </Activity>
      )}
    </>
  )
}
