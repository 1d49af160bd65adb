import { emit_dashboard, type ResourceRegistry } from '@atrium/sdk'

/** The dashboard with the figures of the last 30 days. */
export function summaryScreen(registry: ResourceRegistry): void {
  emit_dashboard(registry, 'operations', 'clients', (dashboard) =>
    dashboard
      .id('clients-summary')
      .title('Clients overview')
      .path('clients-summary')
      .icon('chart-bar')
      .api_base('/api/v1/clients')
      .nav_group('Clients', 10)
      .stats('/clients/summary', (stat) => [
        stat.number('clients').color('blue'),
        stat.number('new_clients').label('New in 30 days').color('green'),
        stat.number('archived_clients').label('Archived in 30 days').color('gray'),
        stat.number('missing_documents').label('Clients with missing documents').color('orange'),
      ])
      .chart('New and archived clients', '/clients/summary', {
        kind: 'bar',
        x: 'date',
        rows: 'series',
        series: [
          { field: 'new_clients', color: 'green' },
          { field: 'archived_clients', color: 'gray' },
        ],
      }),
  )
}
