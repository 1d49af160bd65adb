import type { Dashboard } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { dashboardOptions } from '../api/documents.ts'
import { fillPath } from '../api/paths.ts'
import { recordOptions } from '../api/records.ts'
import { openScreen } from '../screen/addresses.ts'
import { usePanel, usePathname } from '../screen/panel-context.ts'
import { recordTitle } from '../values/record-title.ts'
import type { About } from './chat.tsx'

/**
 * What the person is looking at: the record of the screen, by the path that tools know, or the screen. Uses only cached data, so it sends
 * no request. Undefined on the shell's own screens.
 */
export function useAbout(): About | undefined {
  const { panel } = usePanel()
  const pathname = usePathname()
  const { screen, recordId } = openScreen(panel, pathname) ?? {}
  const { data: dashboard } = useQuery({ ...dashboardOptions(screen?.dashboard_id ?? ''), enabled: false })
  const widget = dashboard && recordId !== undefined ? recordWidget(dashboard) : undefined
  const path = widget && recordId !== undefined ? fillPath(widget.record_path, recordId) : undefined
  const { data } = useQuery({ ...recordOptions(path ?? ''), enabled: false })

  if (screen === undefined || dashboard === undefined) return undefined
  if (path === undefined) return { path: pathname, title: dashboard.title }
  const title = data ? recordTitle(data.record, widget?.record_title_attribute) : `${dashboard.title} ${recordId}`
  return { path, title }
}

function recordWidget({ widgets }: Dashboard) {
  for (const widget of widgets) {
    if (widget.kind !== 'infolist' && widget.kind !== 'form') continue
    const { record_path, record_title_attribute } = widget
    if (record_path !== undefined) return { record_path, record_title_attribute }
  }
  return undefined
}
