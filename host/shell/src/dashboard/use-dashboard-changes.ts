import { useQueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../api/api-problem.ts'
import { request } from '../api/request.ts'
import { toast } from '../feedback/toast.ts'
import { showSaved } from '../form/show-saved.ts'
import { t } from '../language/t.ts'
import { DASHBOARDS_PATH, HOME_PATH, type OwnDashboard, refreshDashboards } from '../screen/own-dashboards.ts'

/** What can be saved of a dashboard. Null takes the icon away. */
export type DashboardValues = Partial<Pick<OwnDashboard, 'name' | 'audience' | 'role_id' | 'widgets'>> & {
  icon?: OwnDashboard['icon'] | null
}

/** How a change ended. A conflict is a change of the version that was read; it is left to the caller. */
export type Outcome = 'saved' | 'conflict' | 'refused'

/** Changes a dashboard if it is still as it was read. Refusals are shown. */
export function useDashboardChanges({ id }: Pick<OwnDashboard, 'id'>, etag: string | null) {
  const queryClient = useQueryClient()
  const path = `${DASHBOARDS_PATH}/${id}`
  const run = async (send: () => Promise<unknown>, onConflict: () => void): Promise<Outcome> => {
    try {
      await send()
      // Whoever waits for the outcome need not wait for everything on the screen.
      void refreshDashboards(queryClient)
      return 'saved'
    } catch (error) {
      const isConflict = error instanceof ApiProblem && error.status === 412
      if (isConflict) onConflict()
      else toast.failed(error instanceof Error ? error.message : String(error))
      if (isConflict) await refreshDashboards(queryClient)
      return isConflict ? 'conflict' : 'refused'
    }
  }
  const told = () => toast.failed(t('Somebody has changed this dashboard meanwhile. Look at it, then try again.'))
  const save = async (body: DashboardValues, headers: Record<string, string> = {}) => {
    const { data: record, etag: saved } = await request<OwnDashboard>('PATCH', path, { body, headers })
    showSaved(queryClient, path, { record, etag: saved })
  }
  return {
    change: (body: DashboardValues, { onConflict = told }: { onConflict?: () => void } = {}) =>
      run(() => save(body, etag === null ? {} : { 'if-match': etag }), onConflict),
    /** Saves over whatever the dashboard has become meanwhile. */
    overwrite: (body: DashboardValues) => run(() => save(body), told),
    remove: () => run(() => request('DELETE', path), told),
    openFirst: (chosen: boolean) =>
      run(() => request('PUT', HOME_PATH, { body: { dashboard_id: chosen ? id : null } }), told),
  }
}

/** Makes a new dashboard; undefined if the host refuses it, which is shown. */
export function useNewDashboard() {
  const queryClient = useQueryClient()
  return async (values: DashboardValues & { name: string }): Promise<OwnDashboard | undefined> => {
    try {
      const { data } = await request<OwnDashboard>('POST', DASHBOARDS_PATH, { body: values })
      void refreshDashboards(queryClient)
      return data
    } catch (error) {
      toast.failed(error instanceof Error ? error.message : String(error))
      return undefined
    }
  }
}
