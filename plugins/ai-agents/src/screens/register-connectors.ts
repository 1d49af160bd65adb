import type { ActionFactory, EntryFactory, FieldFactory, ResourceRegistry } from '@atrium/sdk'
import { Connector } from '../connectors/connector.ts'
import { ConnectorTool } from '../connectors/connector-tool.ts'
import { API_BASE, declare, SETUP } from './declare.ts'
import { ownToolColumns, toolActions } from './register-connector-tools.ts'

const KINDS = { mcp: 'MCP server', http: 'API with an OpenAPI document' } as const
const AUTHS = {
  none: 'Not at all: it is open',
  bearer: 'With a token that you enter',
  oauth: 'With OAuth: somebody connects it',
} as const
const STATUS_COLORS = { new: 'gray', ready: 'green', failed: 'red' } as const
const WAITING = { minimum: 1 } as const
const AUTH_COLORS = { none: 'gray', connected: 'green', needs_reauth: 'orange', failed: 'red' } as const

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
            column.badge('auth_status').color_by(AUTH_COLORS),
            column.number('waiting_tools'),
            column.since('checked_at'),
            column.text('status_detail').wrap().hidden(),
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
          .table((table) =>
            table
              .columns(ownToolColumns)
              .actions(toolActions)
              .default_sort('tool')
              .empty('No tools yet', 'Choose “Read tools” above. A connector with OAuth is connected first.'),
          ),
      ),
  )
}

const actions = (action: ActionFactory<Connector>) => [
  action
    .row('connect')
    .post('/connectors/{id}/auth')
    .opens('authorization_url')
    .icon('plug')
    .color('blue')
    .visible_when('auth', { const: 'oauth' }),
  action.row('refresh').label('Read tools').post('/connectors/{id}/refresh').icon('refresh').done('Tools read'),
  action
    .row('accept')
    .label('Accept all tools')
    .post('/connectors/{id}/accept')
    .icon('check')
    .color('green')
    .sends('waiting_hash')
    .confirm('All tools that wait for a decision are accepted as they are described now. Look at each of them first.')
    .done('Tools accepted')
    .visible_when('waiting_tools', WAITING),
  action
    .row('refuse')
    .label('Refuse all tools')
    .post('/connectors/{id}/refuse')
    .icon('x')
    .color('red')
    .confirm('Tools that wait for a decision are not offered to agents.')
    .done('Tools refused')
    .visible_when('waiting_tools', WAITING),
  action
    .row('disconnect')
    .delete('/connectors/{id}/auth')
    .icon('ban')
    .confirm('Its tokens are revoked. Agents cannot use its tools until somebody connects it again.')
    .visible_when('auth_status', { enum: ['connected', 'needs_reauth'] }),
]

const fields = (field: FieldFactory<Connector>) => [
  field.section('System', [
    field.grid(2, [
      field.text('title').description('The name that people see.'),
      field.toggle('enabled').description('Off: no agent can use its tools.'),
    ]),
    field.grid(2, [
      field
        .text('prefix')
        .placeholder('crm')
        .description('Begins the names of its tools, as in crm-find_client. It cannot be changed later.'),
      field.select('kind').options(KINDS).description('It cannot be changed later.'),
    ]),
    field
      .text('url')
      .placeholder('https://crm.example.org/mcp')
      .description('Of the MCP server, or below which the paths of the API are.'),
    field.text('description'),
    field.number('timeout_seconds').description('Of one call of a tool.'),
    field
      .text('document_url')
      .description('JSON, version 3.0 or 3.1. Or paste the document below.')
      .visible_when('kind', { const: 'http' }),
    field
      .textarea('document')
      .rows(6)
      .description('In place of an address. Leave it empty to keep the present one.')
      .visible_when('kind', { const: 'http' }),
  ]),
  field.section('Sign-in', [
    field.select('auth').label('How agents sign in there').options(AUTHS),
    field.text('secret').visible_when('auth', { const: 'bearer' }),
    field
      .text('issuer')
      .placeholder('https://login.example.org')
      .description('Leave it empty for an MCP server that names its authorization server itself.')
      .visible_when('auth', { const: 'oauth' }),
    field
      .text('client_id')
      .description(
        'If Atrium is registered there. Otherwise it introduces itself, and “Connect” says what to do if that is refused.',
      )
      .visible_when('auth', { const: 'oauth' }),
    field.text('client_secret').visible_when('auth', { const: 'oauth' }),
    field
      .text('scopes')
      .description('Scopes to request, separated by spaces. Empty: the server’s default.')
      .visible_when('auth', { const: 'oauth' }),
  ]),
]

const entries = (entry: EntryFactory<Connector>) => [
  entry.section('State', [
    entry.grid(3, [
      entry.badge('status').color_by(STATUS_COLORS),
      entry.badge('auth_status').color_by(AUTH_COLORS),
      entry.datetime('checked_at'),
      entry.number('waiting_tools'),
    ]),
    entry.text('auth_detail'),
    entry.text('status_detail'),
  ]),
  entry.section('System', [
    entry.grid(3, [
      entry.badge('kind').color_by({ mcp: 'blue', http: 'violet' }),
      entry.text('prefix'),
      entry.boolean('enabled'),
      entry.number('timeout_seconds'),
      entry.text('document_url'),
      entry.text('document_hint'),
    ]),
    entry.text('url'),
    entry.text('description'),
  ]),
  entry.section('Sign-in', [
    entry.grid(3, [
      entry.badge('auth').color_by({ none: 'gray', bearer: 'blue', oauth: 'blue' }),
      entry.text('secret_hint'),
      entry.datetime('token_expires_at'),
      entry.text('issuer'),
      entry.text('client_id'),
      entry.text('scopes'),
    ]),
  ]),
]
