import {
  type ActionFactory,
  type ColumnFactory,
  register_resource,
  type RelationBuilder,
  type ResourceRegistry,
} from '@atrium/sdk'
import { Document, DocumentUpload } from '../documents/document.ts'
import { DocumentType } from '../documents/document-types.ts'

const TYPES = '/api/v1/clients/document-types'

/** The screens of document types. */
export function documentTypeScreens(registry: ResourceRegistry): void {
  register_resource(registry, 'operations', 'clients', (resource) =>
    resource
      .record(DocumentType)
      .id('document-types')
      .title('Document types')
      .icon('file-text')
      .api_base('/api/v1/clients')
      .module_path('document-types')
      .record_title_attribute('title')
      .nav_group('Clients', 40)
      .table((table) =>
        table
          .columns((column) => [
            column.text('title'),
            column.badge('required_for').color_by({ both: 'red', person: 'blue', company: 'orange' }),
            column.number('validity_months'),
            column.since('created_at'),
          ])
          .filters((filter) => [filter.select('required_for')])
          .default_sort('title')
          .create(),
      )
      .form((form) =>
        form.fields((field) => [
          field.text('title'),
          field.grid(2, [field.select('required_for'), field.number('validity_months')]),
        ]),
      ),
  )
}

/** The list of documents on the screen of a client. */
export const clientDocuments = (relation: RelationBuilder) =>
  relation
    .id('documents')
    .record(Document)
    .record_title_attribute('name')
    .list_path('/clients/{id}/documents')
    .table((table) =>
      table.columns(documentColumns).actions((action) => [addDocumentAction(action), removeDocumentAction(action)]),
    )

const documentColumns = (column: ColumnFactory<Document>) => [
  column.file('name', '/documents/{id}/content'),
  column.relation('type_id', TYPES, 'title'),
  column.number('revision'),
  column.boolean('is_current'),
  column.date('issued_on'),
  column.date('expires_on'),
  column.since('created_at'),
]

const addDocumentAction = (action: ActionFactory<Document>) =>
  action
    .header('add-document')
    .post('/clients/{parent_id}/documents')
    .icon('upload')
    .done('Document added')
    .form(DocumentUpload, (form) =>
      form.fields((field) => [
        field.file('file'),
        field.grid(2, [
          field
            .relation('type_id', TYPES, 'title')
            .description('A further file of a type becomes its current revision. Earlier ones are kept.'),
          field.date('issued_on').description('Leave empty if issued today.'),
        ]),
      ]),
    )

const removeDocumentAction = (action: ActionFactory<Document>) =>
  action
    .row('remove')
    .delete('/documents/{id}')
    .icon('trash')
    .color('red')
    .confirm('Remove this document and its file permanently?', { keep: 'Keep document' })
    .done('Document removed')
