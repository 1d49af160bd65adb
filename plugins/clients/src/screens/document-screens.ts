import type { ResourceRegistry } from '@atrium/sdk'
import { register_resource } from '@atrium/sdk'
import { DocumentType } from '../documents/document-types.ts'

/** How people see what documents are asked of clients. */
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
