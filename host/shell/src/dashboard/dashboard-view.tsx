import type { Dashboard, Widget } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { isAbsent } from '../api/api-problem.ts'
import { fillPath } from '../api/paths.ts'
import { recordOptions } from '../api/records.ts'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import type { OpenScreen } from '../screen/addresses.ts'
import { PageHeader } from '../screen/page-header.tsx'
import { usePanel } from '../screen/panel-context.ts'
import { ScreenContext } from '../screen/screen-context.ts'
import { PERMISSIONS, useMay } from '../session/permissions.ts'
import styles from './dashboard-view.module.css'
import { RelatedRecords } from './related-records.tsx'
import { WidgetSlot } from './widget-slot.tsx'
import { WithAddMenu } from './add-to-dashboard.tsx'

const ReloadBanner = lazy(() =>
  import('../plugins/reload-banner.tsx').then((module) => ({ default: module.ReloadBanner })),
)

/** The owner whose modules belong to no plugin that could fail. */
const PLATFORM = 'platform'

/** The list of plugins. The shell shows its own instead, with which plugins can also be changed. */
const PLUGINS = 'platform-plugins'
const PluginsScreen = lazy(() =>
  import('../plugins/plugins-screen.tsx').then((module) => ({ default: module.PluginsScreen })),
)

/** A dashboard with its widgets from top to bottom. Above it, operators see that its plugin could not be reloaded. */
export function DashboardView({ dashboard, screen, recordId, module }: OpenScreen & { dashboard: Dashboard }) {
  const { panel } = usePanel()
  const seesPlugins = useMay(PERMISSIONS.seePlugins)
  const shown = useShownWidgets(dashboard.widgets, recordId)
  if (dashboard.id === PLUGINS)
    return (
      <Suspense fallback={<ScreenSkeleton />}>
        <PluginsScreen />
      </Suspense>
    )
  return (
    <ScreenContext value={{ dashboard, screen, recordId }}>
      <title>{`${dashboard.title} · ${panel.title}`}</title>
      <div className={styles.screen} data-kind={dashboard.kind}>
        {seesPlugins && module && module.plugin_id !== PLATFORM && (
          <Suspense>
            <ReloadBanner pluginId={module.plugin_id} />
          </Suspense>
        )}
        {!dashboard.hide_title && <PageHeader heading title={dashboard.title} />}
        <RelatedRecords>
          {shown.map((widget, index) => (
            <WithAddMenu key={widget.id} widget={widget} heading={dashboard.hide_title && index === 0}>
              <WidgetSlot widget={widget} heading={dashboard.hide_title && index === 0} />
            </WithAddMenu>
          ))}
        </RelatedRecords>
      </div>
    </ScreenContext>
  )
}

/** For a record that does not exist, nothing else is shown: no related records, no history. */
function useShownWidgets(all: readonly Widget[], recordId: string | undefined): readonly Widget[] {
  const own = all.find((widget) => widget.kind === 'infolist')
  const { data, error } = useQuery({
    ...recordOptions(fillPath(own?.record_path ?? '', recordId ?? '')),
    enabled: own !== undefined && recordId !== undefined,
    notifyOnChangeProps: ['data', 'error'],
  })
  return own !== undefined && data === undefined && isAbsent(error) ? [own] : all
}
