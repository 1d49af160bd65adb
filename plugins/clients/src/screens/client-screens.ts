import type { ResourceRegistry, ActionFactory } from '@atrium/sdk'
import { register_resource } from '@atrium/sdk'
import { Client } from '../clients/client.ts'
import { MergeRequest } from '../record/merge-clients.ts'
import { DocumentUpload, Document } from '../documents/document.ts'

const KINDS = { person: 'blue', company: 'orange' } as const

/** How people see clients. */
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
      .nav_group('Clients', 20)
      .table((table) =>
        table
          .columns((column) => [
            column.text('display_name'),
            column.badge('kind').color_by(KINDS),
            column.text('email'),
            column.text('phone'),
            column.tags('tags'),
            column.text('owner').hidden(),
            column.boolean('archived').hidden(),
            column.since('created_at'),
          ])
          .filters((filter) => [
            filter.select('kind'),
            filter.ternary('archived'),
            filter.text('tags'),
            filter.text('owner'),
            filter.date_range('created_at'),
          ])
          .actions(clientActions)
          .default_sort('display_name')
          .create()
          .empty('No clients yet', 'Create the first one, or import them from a CSV file.'),
      )
      .form((form) =>
        form.fields((field) => [
          field.section('Who', [
            field.select('kind'),
            field.grid(3, [
              field.text('given_name').visible_when('kind', { const: 'person' }),
              field
                .text('family_name')
                .visible_when('kind', { const: 'person' })
                .required_when('kind', { const: 'person' }),
              field.date('birth_date').visible_when('kind', { const: 'person' }),
            ]),
            field.grid(2, [
              field
                .text('company_name')
                .visible_when('kind', { const: 'company' })
                .required_when('kind', { const: 'company' }),
              field.text('registration_no').visible_when('kind', { const: 'company' }),
            ]),
          ]),
          field.section('How to reach', [
            field.grid(3, [
              field.text('email'),
              field.text('phone').placeholder('+49 30 901820'),
              field.text('language').placeholder('en'),
            ]),
            field.repeater('contact_points', (field) => [
              field.grid(3, [field.select('kind'), field.text('value'), field.text('label').placeholder('Work')]),
            ]),
            field.repeater('addresses', (field) => [
              field.grid(2, [field.text('label').placeholder('Home'), field.text('street')]),
              field.grid(4, [
                field.text('postal_code'),
                field.text('city'),
                field.text('region'),
                field.text('country').placeholder('DE'),
              ]),
            ]),
          ]),
          field.section('In the house', [
            field.grid(2, [field.text('owner'), field.tags('tags')]),
            field.textarea('notes').rows(6),
          ]),
        ]),
      )
      .infolist((infolist) =>
        infolist.entries((entry) => [
          entry.section('Who', [
            entry.grid(3, [
              entry.badge('kind').color_by(KINDS),
              entry.text('given_name'),
              entry.text('family_name'),
              entry.date('birth_date'),
              entry.text('company_name'),
              entry.text('registration_no'),
            ]),
          ]),
          entry.section('How to reach', [
            entry.grid(3, [entry.text('email'), entry.text('phone'), entry.text('language')]),
            entry.repeater('contact_points'),
            entry.repeater('addresses'),
          ]),
          entry.section('In the house', [
            entry.grid(3, [entry.text('owner'), entry.boolean('archived'), entry.datetime('created_at')]),
            entry.tags('tags'),
            entry.text('notes').multiline(),
          ]),
        ]),
      )
      .sections('/clients/{id}/record')
      .relation((relation) =>
        relation
          .id('documents')
          .record(Document)
          .record_title_attribute('name')
          .list_path('/clients/{id}/documents')
          .table((table) =>
            table
              .columns((column) => [
                column.text('name'),
                column.relation('type_id', '/api/v1/clients/document-types', 'title'),
                column.number('revision'),
                column.boolean('is_current'),
                column.date('issued_on'),
                column.date('expires_on'),
                column.since('created_at'),
              ])
              .actions((action) => [
                action
                  .header('add-document')
                  .post('/clients/{parent_id}/documents')
                  .icon('upload')
                  .form(DocumentUpload, (form) =>
                    form.fields((field) => [
                      field.file('file'),
                      field.grid(2, [
                        field.relation('type_id', '/api/v1/clients/document-types', 'title'),
                        field.date('issued_on').description('If it was not today.'),
                      ]),
                    ]),
                  ),
                action
                  .row('remove')
                  .delete('/documents/{id}')
                  .icon('trash')
                  .color('red')
                  .confirm('Remove this document and its file for good?'),
              ]),
          ),
      ),
  )
}

/** What can be done with a client. */
const clientActions = (action: ActionFactory<Client>) => [
  action
    .row('merge')
    .post('/clients/{id}/merge')
    .icon('arrows-join')
    .confirm('This client takes over all that the other has. The other is archived.')
    .visible_when('archived', { const: false })
    .form(MergeRequest, (form) =>
      form.fields((field) => [
        field.relation('other_id', '/api/v1/clients/clients?archived=false', 'display_name').label('The other client'),
      ]),
    ),
  action
    .row('delete')
    .delete('/clients/{id}')
    .label('Archive')
    .icon('archive')
    .confirm('Archive this client? It can be restored.')
    .visible_when('archived', { const: false }),
  action.row('restore').post('/clients/{id}/restore').icon('restore').visible_when('archived', { const: true }),
  action.bulk('archive').post('/clients/archive').icon('archive').confirm('Archive the selected clients?'),
]
