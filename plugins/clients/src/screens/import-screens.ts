import {
  type ActionFactory,
  type ColumnFactory,
  type EntryFactory,
  register_resource,
  type ResourceRegistry,
} from '@atrium/sdk'
import { Import, ImportUpload } from '../imports/import.ts'

const STATES = { waiting: 'gray', running: 'blue', done: 'green', failed: 'red' } as const

/** The screens that start imports and show their progress. */
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
          .columns(columns)
          .filters((filter) => [filter.select('status')])
          .actions((action) => [importAction(action)])
          .empty('No imports yet', 'Start with a dry run: it checks a file without saving anything.'),
      )
      .infolist((infolist) => infolist.entries(entries)),
  )
}

const columns = (column: ColumnFactory<Import>) => [
  column.text('name'),
  column.badge('status').color_by(STATES),
  column.boolean('dry_run'),
  column.number('rows_total').label('Rows'),
  column.number('rows_done').label('Done'),
  column.number('rows_created').label('Created'),
  column.number('rows_failed').label('Failed'),
  column.since('created_at'),
]

const importAction = (action: ActionFactory<Import>) =>
  action
    .header('import')
    .post('/imports')
    .label('Import clients')
    .icon('upload')
    .form(ImportUpload, (form) =>
      form.fields((field) => [
        field
          .file('file')
          .media_types('text/csv', '.csv')
          .description('CSV in UTF-8, with column names in the first line.'),
        field.toggle('dry_run').description('Checks every row, but saves nothing.'),
        field
          .textarea('mapping')
          .description('Only needed if column names differ from field names: column → field.')
          .placeholder('{ "Mail address": "email", "Surname": "family_name" }'),
      ]),
    )

const entries = (entry: EntryFactory<Import>) => [
  entry.grid(3, [
    entry.badge('status').color_by(STATES),
    entry.boolean('dry_run'),
    entry.number('rows_total').label('Rows'),
    entry.number('rows_done').label('Done'),
    entry.number('rows_created').label('Created'),
    entry.number('rows_failed').label('Failed'),
    entry.datetime('finished_at'),
  ]),
  entry.text('problem').multiline(),
]
