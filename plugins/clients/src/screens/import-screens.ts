import { register_resource, type ResourceRegistry } from '@atrium/sdk'
import { Import } from '../imports/import.ts'

const STATES = { waiting: 'gray', running: 'blue', done: 'green', failed: 'red' } as const

/** How people follow imports. */
export function importScreens(registry: ResourceRegistry): void {
  register_resource(registry, 'operations', 'clients', (resource) =>
    resource
      .record(Import)
      .id('imports')
      .title('Imports')
      .icon('file-import')
      .api_base('/api/v1/clients')
      .module_path('client-imports')
      .record_title_attribute('name')
      .nav_group('Clients', 50)
      .table((table) =>
        table
          .columns((column) => [
            column.text('name'),
            column.badge('status').color_by(STATES),
            column.boolean('dry_run'),
            column.number('rows_done').label('Rows'),
            column.number('rows_created').label('Created'),
            column.number('rows_failed').label('Failed'),
            column.since('created_at'),
          ])
          .filters((filter) => [filter.select('status')])
          .empty('Nothing was imported yet', 'Send a CSV file to POST /api/v1/clients/imports.'),
      )
      .infolist((infolist) =>
        infolist.entries((entry) => [
          entry.grid(3, [
            entry.badge('status').color_by(STATES),
            entry.boolean('dry_run'),
            entry.number('rows_done').label('Rows'),
            entry.number('rows_created').label('Created'),
            entry.number('rows_failed').label('Failed'),
            entry.datetime('finished_at'),
          ]),
          entry.text('problem').multiline(),
        ]),
      ),
  )
}
