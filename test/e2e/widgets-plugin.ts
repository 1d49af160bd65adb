import { createPluginDirectory, packageJson } from '../helpers/plugin-directory.ts'
import type { PluginDirectory } from '../helpers/plugin-directory.ts'

/** A plugin `practice` whose screens hold charts. */
export function widgetsPlugin(): Promise<PluginDirectory> {
  return createPluginDirectory(
    {
      'package.json': packageJson({ name: 'practice', atrium: { id: 'practice', title: 'Practice' } }),
      'src/index.ts': source,
    },
    { name: 'practice' },
  )
}

const source = `
import { emit_dashboard } from '@atrium/sdk'

export function register_resources(registry) {
  emit_dashboard(registry, 'operations', 'practice', (dashboard) => dashboard
    .id('figures').title('Figures').path('figures').api_base('/api/v1/practice')
    .chart('New clients', '/summary', { kind: 'bar', x: 'day', rows: 'series', series: [
      { field: 'new_clients', label: 'New' }, { field: 'archived', color: 'gray' }] })
    .chart('Turnover', '/turnover', { kind: 'area', x: 'month', format: 'money', series: [{ field: 'turnover' }] })
    .chart('Visits', '/visits', { kind: 'line', x: 'day', series: [
      { field: 'first' }, { field: 'again' }, { field: 'missed', color: 'red' }] })
    .chart('Nothing', '/nothing', { kind: 'bar', x: 'day', series: [{ field: 'visits' }] })
    .chart('Broken', '/summary', { kind: 'bar', x: 'day', series: [{ field: 'visits' }] }))
}

const day = (number) => '2026-10-' + String(number).padStart(2, '0')

export function register_routes(routes) {
  routes
    .get('/summary', { permission: 'practice.summary.view' }, () => ({
      series: [{ day: day(1), new_clients: 4, archived: 1 }, { day: day(2), new_clients: '1250', archived: 300 },
        { day: day(3), new_clients: null, archived: 0 }] }))
    .get('/turnover', { permission: 'practice.summary.view' }, () =>
      [81, 94, 120, 90, 131, 142].map((thousands, index) => ({ month: '2026-0' + (index + 1), turnover: thousands * 12345 })))
    .get('/visits', { permission: 'practice.summary.view' }, () =>
      Array.from({ length: 20 }, (_, index) => ({ day: day(index + 1), first: 4 + ((index * 7) % 5), again: 9 + ((index * 5) % 9), missed: index % 3 })))
    .get('/nothing', { permission: 'practice.summary.view' }, () => [])
}
`
