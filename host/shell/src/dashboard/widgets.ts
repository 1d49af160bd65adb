import { lazy } from 'react'
import { TableWidget } from '../table/table-widget.tsx'
import type { WidgetRenderers } from '../screen/widget-props.ts'

/** The renderers of widgets. Lists are what one sees first; the others come when a screen has one. */
export const widgets: WidgetRenderers = {
  table: TableWidget,
  form: lazy(() => import('../record/form-widget.tsx').then((module) => ({ default: module.FormWidget }))),
  infolist: lazy(() => import('../record/infolist-widget.tsx').then((module) => ({ default: module.InfolistWidget }))),
  stats: lazy(() => import('../widgets/stats-widget.tsx').then((module) => ({ default: module.StatsWidget }))),
  calendar: lazy(() =>
    import('../calendar/calendar-widget.tsx').then((module) => ({ default: module.CalendarWidget })),
  ),
  sections: lazy(() => import('../widgets/sections-widget.tsx').then((module) => ({ default: module.SectionsWidget }))),
  chart: lazy(() => import('../widgets/chart-widget.tsx').then((module) => ({ default: module.ChartWidget }))),
}
