import type { ChartWidget } from '@atrium/sdk/documents'

/** A chart of the rows in a summary. */
export const chart: ChartWidget = {
  kind: 'chart',
  id: 'figures-1',
  title: 'New clients',
  path: '/api/v1/practice/summary',
  chart: 'bar',
  rows: 'totals/by_day',
  x: { name: 'day', label: 'Day' },
  series: [
    { name: 'first', label: 'First' },
    { name: 'again', label: 'Again' },
  ],
  format: { kind: 'number' },
}
