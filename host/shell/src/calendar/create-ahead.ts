import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dashboardOptions, formOptions } from '../api/documents.ts'
import { openScreen } from '../screen/addresses.ts'
import { usePanel } from '../screen/panel-context.ts'
import { useScreen } from '../screen/screen-context.ts'

export const loadCreateDialog = () => import('./create-dialog.tsx')

/**
 * Loads the code and the documents of the form of a new record once the calendar is shown and the browser has nothing else to do, so that
 * the form is there at the first click.
 */
export function useCreateAhead(path: string | undefined, isShown: boolean): void {
  const { panel } = usePanel()
  const { placed } = useScreen()
  const open = path === undefined || placed ? undefined : openScreen(panel, path)
  const isIdle = useIdle(isShown && open !== undefined)
  const dashboard = useQuery({ ...dashboardOptions(open?.screen.dashboard_id ?? ''), ...READ_ONCE, enabled: isIdle })
  const form = dashboard.data?.widgets.find((widget) => widget.kind === 'form')
  const formId = form?.form_id ?? ''
  const { data } = useQuery({ ...formOptions(formId), ...READ_ONCE, enabled: isIdle && formId !== '' })
  useEffect(() => {
    if (data)
      void loadCreateDialog().then(
        ({ loadFields }) => loadFields(data),
        () => undefined,
      )
  }, [data])
}

/** The form itself reads them again when it opens. */
const READ_ONCE = { refetchOnWindowFocus: false, refetchOnReconnect: false, retry: false } as const

/** Milliseconds after which a browser that never rests counts as idle, and after which one that cannot tell does. */
const LATEST = 3_000
const PAUSE = 500

/** Becomes true when the browser is idle for the first time while `isOn`. */
function useIdle(isOn: boolean): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!isOn) return undefined
    const rest = () => setIdle(true)
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(rest, PAUSE)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(rest, { timeout: LATEST })
    return () => cancelIdleCallback(request)
  }, [isOn])
  return isIdle
}
