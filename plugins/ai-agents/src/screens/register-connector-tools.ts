import type { ActionFactory, ColumnFactory, EntryFactory, ResourceRegistry } from '@atrium/sdk'
import { ConnectorTool } from '../connectors/connector-tool.ts'
import { Acceptance } from '../connectors/decide-tool.ts'
import { CONNECTORS, declare, SETUP } from './declare.ts'

const STATE_COLORS = { quarantine: 'orange', accepted: 'green', changed: 'red', refused: 'gray', gone: 'gray' } as const

/** The screens of the tools of all connectors: waiting and changed ones. */
export function registerConnectorTools(registry: ResourceRegistry) {
  declare(registry, (resource) =>
    resource
      .record(ConnectorTool)
      .id('connector-tools')
      .title('Tools of connectors')
      .description('What external systems offer. Agents get only what somebody has accepted, as it was then.')
      .icon('tool')
      .module_path('connector-tools')
      .record_title_attribute('tool')
      .nav_group(SETUP, 56)
      .table((table) =>
        table
          .columns(toolColumns)
          .filters((filter) => [
            filter.select('state').multiple(),
            filter.relation('connector_id', CONNECTORS, 'title'),
          ])
          .actions(toolActions)
          .default_sort('tool')
          .empty('No tools yet', 'Add a connector, and read its tools.'),
      )
      .infolist((infolist) => infolist.entries(toolEntries)),
  )
}

const toolColumns = (column: ColumnFactory<ConnectorTool>) => [
  ...ownToolColumns(column),
  column.relation('connector_id', CONNECTORS, 'title'),
]

/** The columns of tools on the screen of their connector. */
export const ownToolColumns = (column: ColumnFactory<ConnectorTool>) => [
  column.text('tool'),
  column.text('description').wrap(),
  column.badge('state').color_by(STATE_COLORS),
  column.boolean('only_reads'),
  column.text('accepted_by').hidden(),
]

/** The decisions on a tool. */
export const toolActions = (action: ActionFactory<ConnectorTool>) => [
  action
    .row('accept')
    .post('/connector-tools/{id}/accept')
    .icon('check')
    .color('green')
    .sends('hash')
    .form(Acceptance, (form) =>
      form.fields((field) => [
        field
          .toggle('only_reads')
          .description(
            'For a tool that declares that it only reads. Every other tool needs an approval for each call.',
          ),
      ]),
    )
    .visible_when('state', { enum: ['quarantine', 'changed', 'refused'] }),
  action
    .row('refuse')
    .post('/connector-tools/{id}/refuse')
    .icon('x')
    .color('red')
    .confirm('Agents cannot use it, even if the system describes it differently later.')
    .visible_when('state', { enum: ['quarantine', 'changed', 'accepted'] }),
]

const toolEntries = (entry: EntryFactory<ConnectorTool>) => [
  entry.grid(3, [
    entry.text('tool'),
    entry.badge('state').color_by(STATE_COLORS),
    entry.relation('connector_id', CONNECTORS, 'title'),
    entry.text('name'),
    entry.text('title'),
    entry.boolean('only_reads'),
    entry.text('accepted_by'),
    entry.datetime('accepted_at'),
  ]),
  entry.text('description').multiline(),
  entry.section('What has changed since it was accepted', [
    entry.repeater('difference', (part) => [
      part.badge('member'),
      part.text('accepted').multiline(),
      part.text('now').multiline(),
    ]),
  ]),
  entry.section('Definition', [entry.text('definition').multiline(), entry.text('accepted').multiline()]),
]
