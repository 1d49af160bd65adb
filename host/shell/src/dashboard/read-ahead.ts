import type { Dashboard, Widget } from '@atrium/sdk/documents'
import type { QueryClient } from '@tanstack/react-query'
import { dashboardOptions, formOptions, panelOptions } from '../api/documents.ts'
import { fillPath } from '../api/paths.ts'
import { pageOptions, recordOptions } from '../api/records.ts'
import { openScreen } from '../screen/addresses.ts'
import { pageQuery } from '../table/list-query.ts'
import { readListState, statePrefix } from '../table/list-state.ts'

/** An address of the shell, without its base path. */
interface Address {
  pathname: string
  search: string
}

/** Addresses that are no panels. */
const OWN = new Set(['', 'platform', 'sign-in'])

/**
 * Reads what a screen shows while the frame around it is still being rendered: its dashboard, then the records of each list, record and form.
 * Without it, each request waits until the component that needs its answer has been rendered. An error is left to the screen, which reads again.
 */
export async function readAhead(queryClient: QueryClient, { pathname, search }: Address): Promise<void> {
  const [, panelId = ''] = pathname.split('/')
  if (OWN.has(panelId)) return
  try {
    const open = openScreen(await queryClient.ensureQueryData(panelOptions(panelId)), pathname)
    if (open === undefined) return
    const dashboard = await queryClient.ensureQueryData(dashboardOptions(open.screen.dashboard_id))
    const shown = { dashboard, recordId: open.recordId, search }
    await Promise.all(dashboard.widgets.flatMap((widget) => readWidget(queryClient, widget, shown)))
  } catch {
    // The screen shows it.
  }
}

interface Shown {
  dashboard: Dashboard
  recordId: string | undefined
  search: string
}

function readWidget(queryClient: QueryClient, widget: Widget, shown: Shown): Promise<void>[] {
  const record = (path?: string) =>
    path === undefined ? [] : [queryClient.prefetchQuery(recordOptions(fillPath(path, shown.recordId ?? '')))]
  if (widget.kind === 'infolist') return record(widget.record_path)
  if (widget.kind === 'form')
    return [queryClient.prefetchQuery(formOptions(widget.form_id)), ...record(widget.record_path)]
  // Whether a person may see the lists beside a record is known with their account.
  if (widget.kind !== 'table' || shown.recordId !== undefined) return []
  const state = readListState(new URLSearchParams(shown.search), widget, statePrefix(widget, shown.dashboard))
  return state.isWhole ? [] : [queryClient.prefetchQuery(pageOptions(widget.list_path, pageQuery(widget, state)))]
}
