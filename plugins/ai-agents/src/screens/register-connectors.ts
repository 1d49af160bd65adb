import type { ActionFactory, ColumnFactory, EntryFactory, FieldFactory, ResourceRegistry } from '@atrium/sdk'
import { Connector } from '../connectors/connector.ts'
import { ConnectorTool } from '../connectors/connector-tool.ts'
import { Acceptance } from '../connectors/decide-tool.ts'
import { API_BASE, CONNECTORS, declare, SETUP } from './declare.ts'

const KINDS = { mcp: 'MCP server', http: 'API with an OpenAPI document' } as const
const AUTHS = { none: 'None', bearer: 'Bearer token', oauth: 'OAuth' } as const
const STATUS_COLORS = { new: 'gray', ready: 'green', failed: 'red' } as const
const AUTH_COLORS = { none: 'gray', connected: 'green', needs_reauth: 'orange', failed: 'red' } as const
const STATE_COLORS = { quarantine: 'orange', accepted: 'green', changed: 'red', refused: 'gray', gone: 'gray' } as const

/** The screens of connectors. */
export function registerConnectors(registry: ResourceRegistry) {
  declare(registry, (resource) =>
    resource
      .record(Connector)
      .id('connectors')
      .title('Connectors')
      .description('External systems whose tools agents may use, once somebody has accepted these.')
      .icon('plug')
      .module_path('connectors')
      .record_title_attribute('title')
      .nav_group(SETUP, 55)
      .table((table) =>
        table
          .columns((column) => [
            column.text('title'),
            column.badge('kind').color_by({ mcp: 'blue', http: 'violet' }),
            column.text('url'),
            column.boolean('enabled'),
            column.badge('status').color_by(STATUS_COLORS),
            column.text('status_detail').wrap(),
            column.since('checked_at'),
          ])
          .filters((filter) => [filter.select('kind').options(KINDS), filter.select('status').multiple()])
          .actions(actions)
          .default_sort('title')
          .create()
          .empty('No connectors yet', 'Add one, read its tools, and accept those that agents may use.'),
      )
      .form((form) => form.fields(fields))
      .infolist((infolist) => infolist.entries(entries))
      .relation((relation) =>
        relation
          .id('tools')
          .title('Tools')
          .record(ConnectorTool)
          .list_path(`${API_BASE}/connector-tools?connector_id={id}`)
          .view_path('/agents/connector-tools/:id')
          .table((table) => table.columns(toolColumns).default_sort('tool')),
      ),
  )
}

const actions = (action: ActionFactory<Connector>) => [
  action.row('refresh').label('Read tools').post('/connectors/{id}/refresh').icon('refresh'),
  action
    .row('accept')
    .label('Accept all tools')
    .post('/connectors/{id}/accept')
    .icon('check')
    .color('green')
    .confirm('All tools that wait are accepted as they are described now. Look at each of them first.'),
  action
    .row('refuse')
    .label('Refuse all tools')
    .post('/connectors/{id}/refuse')
    .icon('x')
    .color('red')
    .confirm('No tool that waits is offered to agents.'),
]

const fields = (field: FieldFactory<Connector>) => [
  field.section('System', [
    field.grid(2, [field.text('title'), field.toggle('enabled')]),
    field.grid(2, [field.text('prefix').placeholder('crm'), field.select('kind').options(KINDS)]),
    field.text('url').placeholder('https://crm.example.org/mcp'),
    field.text('description'),
    field.number('timeout_seconds'),
    field.text('document_url').visible_when('kind', { const: 'http' }),
    field.textarea('document').rows(6).visible_when('kind', { const: 'http' }),
  ]),
  field.section('Sign-in', [
    field.select('auth').options(AUTHS),
    field.text('secret').visible_when('auth', { const: 'bearer' }),
    field.text('issuer').visible_when('auth', { const: 'oauth' }),
    field.text('client_id').visible_when('auth', { const: 'oauth' }),
    field.text('client_secret').visible_when('auth', { const: 'oauth' }),
    field.text('scopes').visible_when('auth', { const: 'oauth' }),
  ]),
]

const entries = (entry: EntryFactory<Connector>) => [
  entry.section('System', [
    entry.grid(3, [
      entry.text('title'),
      entry.badge('kind').color_by({ mcp: 'blue', http: 'violet' }),
      entry.boolean('enabled'),
      entry.text('prefix'),
      entry.text('url'),
      entry.text('document_url'),
      entry.text('document_hint'),
      entry.number('timeout_seconds'),
    ]),
    entry.text('description'),
  ]),
  entry.section('State', [
    entry.grid(2, [
      entry.badge('status').color_by(STATUS_COLORS),
      entry.datetime('checked_at'),
      entry.badge('auth').color_by({ none: 'gray', bearer: 'blue', oauth: 'blue' }),
      entry.badge('auth_status').color_by(AUTH_COLORS),
      entry.text('secret_hint'),
      entry.datetime('token_expires_at'),
      entry.text('issuer'),
      entry.text('client_id'),
      entry.text('scopes'),
    ]),
    entry.text('status_detail'),
  ]),
]

/** The screens of the tools of all connectors: what waits for a decision, and what has changed. */
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
  column.text('tool'),
  column.text('description').wrap(),
  column.relation('connector_id', CONNECTORS, 'title'),
  column.badge('state').color_by(STATE_COLORS),
  column.boolean('only_reads'),
  column.text('accepted_by').hidden(),
]

const toolActions = (action: ActionFactory<ConnectorTool>) => [
  action
    .row('accept')
    .post('/connector-tools/{id}/accept')
    .icon('check')
    .color('green')
    .form(Acceptance, (form) => form.fields((field) => [field.toggle('only_reads')]))
    .visible_when('state', { enum: ['quarantine', 'changed', 'refused'] }),
  action
    .row('refuse')
    .post('/connector-tools/{id}/refuse')
    .icon('x')
    .color('red')
    .confirm('Agents do not get it, whatever the system says of it later.')
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
      part.text('member'),
      part.text('accepted').multiline(),
      part.text('now').multiline(),
    ]),
  ]),
  entry.section('Definition', [entry.text('definition'), entry.text('accepted')]),
]
