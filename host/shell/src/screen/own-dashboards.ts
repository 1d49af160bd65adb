import type { IconName } from '@atrium/sdk/documents'
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { DataRecord } from '../api/paths.ts'
import { refreshRecords } from '../api/records.ts'
import { request } from '../api/request.ts'
import type { PlacedWidget } from './placed-widget.ts'
import type { Shared } from './shared.ts'

/** A dashboard as the navigation knows it. */
export interface NamedDashboard extends Shared {
  readonly id: number
  readonly name: string
  readonly icon?: IconName
}

/** A dashboard that somebody has put together. */
export interface OwnDashboard extends NamedDashboard, DataRecord {
  readonly id: number
  readonly widgets: readonly PlacedWidget[]
}

/** The dashboards of the person, and the one that opens after the sign-in. */
interface DashboardMenu {
  readonly home_id: number | null
  readonly dashboards: readonly NamedDashboard[]
}

export const DASHBOARDS_PATH = '/api/v1/platform/dashboards'
export const HOME_PATH = '/api/v1/platform/home-dashboard'

const KEY = ['own-dashboards'] as const

/** The dashboards of the person, without their widgets. */
export const dashboardMenuOptions = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await request<DashboardMenu>('GET', '/api/v1/platform/dashboard-menu', { signal })).data,
    staleTime: 60_000,
  })

/** Rereads the dashboards of the person after a change. */
export async function refreshDashboards(queryClient: QueryClient): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: KEY }), refreshRecords(queryClient)])
}

/** The dashboards of the person, for the navigation. */
export function useDashboardMenu(): DashboardMenu {
  const { data } = useQuery(dashboardMenuOptions())
  return data ?? { home_id: null, dashboards: [] }
}

/** The address of a person's dashboard. The tilde keeps it apart from the screens of plugins, which have names there. */
export const dashboardPath = (panelId: string, id: number): string => `/${panelId}/~dashboards/${id}`
