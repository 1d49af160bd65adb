import type { ChartWidget } from '../documents/chart-widget.ts'
import type { Color } from '../documents/color.ts'

/** How the rows of a chart are drawn. Names are members of a row. */
export interface ChartOptions {
  readonly kind: ChartWidget['chart']
  /** What stands along the axis: a day (`2026-11-01`), a month (`2026-11`) or any text. */
  readonly x: string
  /** One line, bar or area each, at most nine. Labels come from the names, colours in a settled order. */
  readonly series: readonly { readonly field: string; readonly label?: string; readonly color?: Color }[]
  /** Where in the answer the rows are: `series`, or `totals/by_day`. Default: the answer is the rows. */
  readonly rows?: string
  /** What the figures are; `money` is in minor units. Default `number`. */
  readonly format?: 'number' | 'money'
  /** ISO 4217, for `money`. Default `EUR`. */
  readonly currency?: string
}
