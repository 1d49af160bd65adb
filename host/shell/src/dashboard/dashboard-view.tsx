import type { Dashboard, Widget } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { isAbsent } from '../api/api-problem.ts'
import { fillPath } from '../api/paths.ts'
import { recordOptions } from '../api/records.ts'
import { CrashNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { t } from '../language/t.ts'
import type { OpenScreen } from '../screen/addresses.ts'
import { PageHeader } from '../screen/page-header.tsx'
import type { WantedRecord } from '../screen/related-creation.ts'
import { RelatedCreation } from '../screen/related-creation.ts'
import { usePanel } from '../screen/panel-context.ts'
import { rendererFor, UnknownKind } from '../screen/renderers.tsx'
import { ScreenContext } from '../screen/screen-context.ts'
import type { WidgetProps } from '../screen/screen-context.ts'
import { PERMISSIONS, useMay } from '../session/permissions.ts'
import { TableWidget } from '../table/table-widget.tsx'
import styles from './dashboard-view.module.css'

const ReloadBanner = lazy(() =>
  import('../plugins/reload-banner.tsx').then((module) => ({ default: module.ReloadBanner })),
)

type WidgetRenderers = { [Kind in Widget['kind']]: ComponentType<WidgetProps<Kind>> }

/**
 * One renderer for each kind of widget: a kind without one does not compile. Lists are in the first load, because most screens are
 * lists; the others are fetched with the first screen that has one.
 */
const widgets: WidgetRenderers = {
  table: TableWidget,
  form: lazy(() => import('../record/form-widget.tsx').then((module) => ({ default: module.FormWidget }))),
  infolist: lazy(() => import('../record/infolist-widget.tsx').then((module) => ({ default: module.InfolistWidget }))),
  stats: lazy(() => import('../widgets/stats-widget.tsx').then((module) => ({ default: module.StatsWidget }))),
  calendar: lazy(() =>
    import('../calendar/calendar-widget.tsx').then((module) => ({ default: module.CalendarWidget })),
  ),
  sections: lazy(() => import('../widgets/sections-widget.tsx').then((module) => ({ default: module.SectionsWidget }))),
  history: lazy(() => import('../widgets/history-widget.tsx').then((module) => ({ default: module.HistoryWidget }))),
  chat: lazy(() => import('../chat/chat-widget.tsx').then((module) => ({ default: module.ChatWidget }))),
  element: lazy(() => import('../widgets/element-widget.tsx').then((module) => ({ default: module.ElementWidget }))),
  chart: lazy(() => import('../widgets/chart-widget.tsx').then((module) => ({ default: module.ChartWidget }))),
}

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
            <WidgetSlot key={widget.id} widget={widget} heading={dashboard.hide_title && index === 0} />
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

/** A widget that throws does not affect the others. */
function WidgetSlot({ widget, heading }: WidgetProps) {
  const Renderer = rendererFor<WidgetProps>(widgets, widget.kind)
  if (!Renderer) return <UnknownKind what={t('block')} kind={widget.kind} />
  return (
    <CatchBoundary getResetKey={() => JSON.stringify(widget)} errorComponent={CrashNotice}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Renderer widget={widget} heading={heading} />
      </Suspense>
    </CatchBoundary>
  )
}

const CreationDialog = lazy(() =>
  import('../actions/creation-dialog.tsx').then((module) => ({ default: module.CreationDialog })),
)

/** Lets relation fields create the missing record, in a dialog over their form. */
function RelatedRecords({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState<WantedRecord | null>(null)
  return (
    <RelatedCreation value={setWanted}>
      {children}
      {wanted && (
        <RelatedCreation value={null}>
          <Suspense>
            <CreationDialog wanted={wanted} onClose={() => setWanted(null)} />
          </Suspense>
        </RelatedCreation>
      )}
    </RelatedCreation>
  )
}
