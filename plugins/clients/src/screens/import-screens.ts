import {
  type ActionFactory,
  type ColumnFactory,
  type EntryFactory,
  register_resource,
  type RelationBuilder,
  type ResourceRegistry,
} from '@atrium/sdk'
import { Import, ImportUpload, NumberedError } from '../imports/import.ts'

const STATES = { waiting: 'gray', running: 'blue', done: 'green', failed: 'red', cancelled: 'gray' } as const

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
          .actions((action) => [importAction(action), stopAction(action)])
          .empty(
            'No imports yet',
            'Large files are imported here in the background. A dry run checks a file without saving anything. For a small file, use Import above the list of clients: it can be undone.',
          ),
      )
      .infolist((infolist) => infolist.entries(entries))
      .relation(failedLines),
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
    .done('Import started')
    .job({
      record: '/imports/{id}',
      under_way: '/imports?status=waiting&status=running',
      cancel: '/imports/{id}/cancel',
      failures: '/imports/{id}/errors',
      doing: 'Importing clients',
      members: {
        total: 'rows_total',
        done: 'rows_done',
        failed: 'rows_failed',
        finished: 'finished_at',
        outcome: 'outcome',
        state: 'status',
      },
    })
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

const stopAction = (action: ActionFactory<Import>) =>
  action
    .row('cancel')
    .post('/imports/{id}/cancel')
    .label('Stop import')
    .icon('ban')
    .confirm('Stop this import? Clients that were created so far are kept.', { keep: 'Go on importing' })
    .done('Import stopped')
    .visible_when('status', { enum: ['waiting', 'running'] })

const failedLines = (relation: RelationBuilder) =>
  relation
    .id('errors')
    .title('Lines that failed')
    .record(NumberedError)
    .record_title_attribute('line')
    .list_path('/imports/{id}/errors')
    .table((table) =>
      table
        .columns((column) => [column.number('line'), column.text('column'), column.text('message').label('Problem')])
        .empty('No line failed'),
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
  entry.text('outcome').multiline(),
]
