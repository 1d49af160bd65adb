import type { Dashboard } from '@atrium/sdk/documents'
import { lazy, Suspense } from 'react'
import { usePanel } from '../screen/panel-context.ts'
import { PERMISSIONS, useMay } from '../session/permissions.ts'
import styles from './dashboard-screen.module.css'
import { PageHeader } from '../screen/page-header.tsx'
import { ScreenContext } from '../screen/screen-context.ts'
import type { OpenScreen } from './use-open-screen.ts'
import { WidgetSlot } from './widget-slot.tsx'

const ReloadBanner = lazy(() =>
  import('../plugins/reload-banner.tsx').then((module) => ({ default: module.ReloadBanner })),
)

/** A dashboard, widget below widget. Operators are told above it when its plugin could not be loaded anew. */
export function DashboardView({ dashboard, screen, recordId, module }: OpenScreen & { dashboard: Dashboard }) {
  const { panel } = usePanel()
  const seesPlugins = useMay(PERMISSIONS.seePlugins)
  return (
    <ScreenContext value={{ dashboard, screen, recordId }}>
      <title>{`${dashboard.title} · ${panel.title}`}</title>
      <div className={styles.screen} data-kind={dashboard.kind}>
        {seesPlugins && module && (
          <Suspense>
            <ReloadBanner pluginId={module.plugin_id} />
          </Suspense>
        )}
        {!dashboard.hide_title && <PageHeader heading title={dashboard.title} />}
        {dashboard.widgets.map((widget, index) => (
          <WidgetSlot key={widget.id} widget={widget} heading={dashboard.hide_title && index === 0} />
        ))}
      </div>
    </ScreenContext>
  )
}
