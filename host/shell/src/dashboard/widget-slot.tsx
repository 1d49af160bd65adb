import type { Widget } from '@atrium/sdk/documents'
import { CatchBoundary } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { lazy, Suspense } from 'react'
import { CrashNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { t } from '../language/t.ts'
import { rendererFor, UnknownKind } from '../screen/renderers.tsx'
import type { WidgetProps } from '../screen/screen-context.ts'
import { TableWidget } from '../table/table-widget.tsx'

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

/** A widget that throws does not affect the others. */
export function WidgetSlot({ widget, heading }: WidgetProps) {
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
