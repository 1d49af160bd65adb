import type { ColumnFactory, EntryFactory, ResourceRegistry } from '@atrium/sdk'
import { ShownApproval } from '../approvals/approval.ts'
import { Rejection } from '../approvals/approval-routes.ts'
import { AGENTS, declare, WORK } from './declare.ts'

const COLORS = {
  pending: 'orange',
  approved: 'blue',
  done: 'green',
  failed: 'red',
  rejected: 'gray',
  expired: 'gray',
  stale: 'gray',
  cancelled: 'gray',
  unknown: 'red',
} as const

/** The queue of approvals, outside any chat. */
export function registerApprovals(registry: ResourceRegistry) {
  declare(registry, (resource) =>
    resource
      .record(ShownApproval)
      .id('approvals')
      .title('Approvals')
      .description('What agents ask for before they change something.')
      .icon('check')
      .module_path('approvals')
      .record_title_attribute('title')
      .nav_group(WORK, 20)
      .table((table) =>
        table
          .columns(columns)
          .filters((filter) => [
            filter.select('status').multiple(),
            filter.relation('agent_id', AGENTS, 'name'),
            filter.date_range('created_at'),
          ])
          .actions((action) => [
            action
              .row('approve')
              .post('/approvals/{id}/approve')
              .icon('check')
              .color('green')
              .confirm('The call runs now, once, with the arguments shown.')
              .visible_when('decidable', { const: true }),
            action
              .row('reject')
              .post('/approvals/{id}/reject')
              .icon('x')
              .color('red')
              .form(Rejection, (form) => form.fields((field) => [field.textarea('reason')]))
              .visible_when('decidable', { const: true }),
          ])
          .default_sort('created_at', 'desc')
          .empty('Nothing to approve', 'Agents ask here before they change something.'),
      )
      .infolist((infolist) => infolist.entries(entries)),
  )
}

const columns = (column: ColumnFactory<ShownApproval>) => [
  column.text('title').label('Action'),
  column.badge('status').color_by(COLORS),
  column.text('input').label('With').wrap(),
  column.text('agent_name'),
  column.text('person_name'),
  column.since('created_at'),
  column.datetime('expires_at'),
  column.text('decided_name').hidden(),
]

const entries = (entry: EntryFactory<ShownApproval>) => [
  entry.grid(3, [
    entry.text('title').label('Action'),
    entry.badge('status').color_by(COLORS),
    entry.text('agent_name'),
    entry.text('person_name'),
    entry.datetime('created_at'),
    entry.datetime('expires_at'),
    entry.text('decided_name'),
    entry.datetime('decided_at'),
    entry.text('reason'),
  ]),
  entry.section('What would be done', [entry.values('input', { of: 'operation' })]),
  // Sections without a value are left out, for example for a call that creates something.
  entry.section('What would change', [entry.values('change', { of: 'record_path', changes: true }).label('Changes')]),
  entry.section('The record as it was then', [entry.values('record', { of: 'record_path' }).label('Record')]),
  entry.section('Technical details', [entry.text('tool'), entry.text('operation'), entry.text('record_path')]),
]
