import { label_of } from '@atrium/sdk'
import type { ChartOptions } from '@atrium/sdk'
import type { ChartWidget } from '@atrium/sdk/documents'
import { absolutePath } from '../checks/absolute-path.ts'
import { reportUnanswered } from '../checks/report-unanswered.ts'
import type { WidgetPlace } from './widget-place.ts'

/** A chart as declared. */
interface DeclaredChart {
  readonly title: string
  readonly path: string
  readonly options: ChartOptions
}

/** Makes a chart. */
export function makeChart({ title, path: declared, options }: DeclaredChart, place: WidgetPlace): ChartWidget {
  const path = absolutePath(declared, place.api_base)
  const { kind: chart, x, series, rows, format = 'number', currency = 'EUR' } = options
  reportUnanswered(path, { who: `The chart [${place.id}]`, ...place })
  return {
    kind: 'chart',
    id: place.id,
    title,
    path,
    chart,
    ...(rows !== undefined && { rows }),
    x: { name: x, label: label_of(x) },
    series: (series ?? []).map(({ field, label = label_of(String(field)), color }) => ({
      name: field,
      label,
      ...(color !== undefined && { color }),
    })),
    format: format === 'money' ? { kind: 'money', currency } : { kind: format },
  }
}
