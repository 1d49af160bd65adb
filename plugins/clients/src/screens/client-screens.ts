import {
  type ActionFactory,
  type ColumnFactory,
  type FilterFactory,
  register_resource,
  type ResourceRegistry,
} from '@atrium/sdk'
import { Client } from '../clients/client.ts'
import { MergeRequest } from '../record/merge-clients.ts'
import { formFields, KINDS, viewEntries } from './client-form.ts'
import { clientDocuments } from './document-screens.ts'

const ENTERED = ['kind', 'given_name', 'family_name', 'company_name', 'email', 'phone']
const SIMILAR = `/clients/similar?${ENTERED.map((name) => `${name}={${name}}`).join('&')}`

/** The screens of clients: list, create, view and edit. */
export function clientScreens(registry: ResourceRegistry): void {
  register_resource(registry, 'operations', 'clients', (resource) =>
    resource
      .record(Client)
      .id('clients')
      .title('Clients')
      .icon('users')
      .api_base('/api/v1/clients')
      .module_path('clients')
      .record_title_attribute('display_name')
      .record_subtitle('birth_date', 'registration_no', 'phone', 'email')
      .nav_group('Clients', 20)
      .table((table) =>
        table
          .columns(columns)
          .filters(filters)
          .actions(actions)
          .default_sort('display_name')
          .create()
          .empty('No clients yet', 'Create the first client, or import clients from a CSV file.'),
      )
      .form((form) => form.fields(formFields).similar(SIMILAR).typed('given_name', 'family_name'))
      .infolist((infolist) => infolist.entries(viewEntries))
      .sections('/clients/{id}/record')
      .relation(clientDocuments),
  )
}

const columns = (column: ColumnFactory<Client>) => [
  column.text('display_name'),
  column.badge('kind').color_by(KINDS),
  column.text('email'),
  column.text('phone'),
  column.tags('tags'),
  column.text('owner').hidden(),
  column.boolean('archived').hidden(),
  column.since('created_at'),
]

const filters = (filter: FilterFactory<Client>) => [
  filter.select('kind'),
  filter.ternary('archived'),
  filter.text('tags'),
  filter.text('owner'),
  filter.date_range('created_at'),
]

const actions = (action: ActionFactory<Client>) => [
  mergeAction(action),
  archiveAction(action),
  action
    .row('restore')
    .post('/clients/{id}/restore')
    .icon('restore')
    .done('Client restored')
    .visible_when('archive_reason', { enum: ['requested', 'undone'] }),
  action
    .bulk('archive')
    .post('/clients/archive')
    .icon('archive')
    .done('Clients archived')
    .confirm('Archive the selected clients?', { keep: 'Keep clients' }),
]

/** The labels of the fields that a merge compares, as on the other screens. */
const LABELS = { birth_date: 'Date of birth', registration_no: 'Registration number', email: 'E-mail' }

const mergeAction = (action: ActionFactory<Client>) =>
  action
    .row('merge')
    .post('/clients/{id}/merge')
    .icon('arrows-join')
    .confirm('This client stays and takes over the data of the other one, which is archived. This cannot be undone.')
    .done('Clients merged')
    .visible_when('archived', { const: false })
    .form(MergeRequest, (form) =>
      form.fields((field) => [
        field
          .relation('other_id', '/api/v1/clients/clients?archived=false&id_ne={id}', 'display_name')
          .label('Merge with'),
        field
          .comparison('take', '/clients/{other_id}', LABELS)
          .description('Tags, notes, addresses, contacts, documents and bookings of both are kept.'),
      ]),
    )

const archiveAction = (action: ActionFactory<Client>) =>
  action
    .row('delete')
    .delete('/clients/{id}')
    .label('Archive')
    .done('Client archived')
    .icon('archive')
    .confirm('Archive this client? You can restore it later.', { keep: 'Keep client' })
    .visible_when('archived', { const: false })
