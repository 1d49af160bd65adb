import { AreaChart, BarChart, LineChart } from '@mantine/charts'
import type { ChartWidget } from '@atrium/sdk/documents'
import './chart.css'
import type { ChartPoint } from './chart-figures.ts'
import styles from './chart-widget.module.css'
import { figureFormat, seriesColors } from './chart-figures.ts'

/** Cannot be the name of a field. */
const AXIS = '@'

/** The drawing. It is hidden from screen readers, which get the table of figures. */
export function ChartCanvas({ widget, points }: { widget: ChartWidget; points: readonly ChartPoint[] }) {
  const { inFull, short } = figureFormat(widget.format)
  const colors = seriesColors(widget.series)
  const shared = {
    className: styles.canvas,
    data: points.map(({ label, figures }) => ({ ...figures, [AXIS]: label })),
    dataKey: AXIS,
    series: widget.series.map(({ name, label }, index) => ({ name, label, color: `var(--tone-${colors[index]})` })),
    h: 260,
    accessibilityLayer: false,
    withLegend: widget.series.length > 1,
    legendProps: { itemSorter: null },
    tooltipProps: { itemSorter: () => 0 },
    valueFormatter: inFull,
    yAxisProps: { tickFormatter: short, width: 56 },
    xAxisProps: { interval: 'equidistantPreserveStart', minTickGap: 24 },
    tickLine: 'none',
    strokeDasharray: '0',
    gridColor: 'var(--hairline)',
    textColor: 'var(--ink-faint)',
    'aria-hidden': true,
  } as const
  if (widget.chart === 'bar') return <BarChart {...shared} maxBarWidth={40} cursorFill="var(--surface-hover)" />
  const lines = { curveType: 'linear', withDots: points.length <= 31, strokeWidth: 2, dotProps: { r: 3 } } as const
  if (widget.chart === 'line') return <LineChart {...shared} {...lines} connectNulls={false} />
  return <AreaChart {...shared} {...lines} connectNulls={false} fillOpacity={0.16} withGradient={false} />
}
