import type { NamedDashboard } from '../screen/own-dashboards.ts'
import { usePanel } from '../screen/panel-context.ts'
import { useMay } from '../session/permissions.ts'

/** The permission to share views and dashboards, and to change shared ones. */
export const SHARE = 'platform.views.share'

/** Returns whether the person may change a dashboard: a private one as its owner, a shared one with the permission to share. */
export function useMayChange(): (dashboard: Pick<NamedDashboard, 'audience' | 'owner_id'>) => boolean {
  const mayShare = useMay(SHARE)
  const { session } = usePanel()
  return ({ audience, owner_id }) =>
    session.preview === undefined && (audience === 'me' ? owner_id === session.id : mayShare)
}
