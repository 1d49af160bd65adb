import { register_resource, type ResourceRegistry } from '@atrium/sdk'
import { Item } from './item.ts'

/** The screens of items: how people list, create, view and edit them. */
export function register_resources(registry: ResourceRegistry) {
  register_resource(registry, 'operations', 'template', (resource) =>
    resource
      .record(Item)
      .id('items')
      .title('Items')
      .api_base('/api/v1/template')
      .module_path('items')
      .record_title_attribute('name')
      .nav_group('Examples', 10)
      .table((table) =>
        table
          .columns((column) => [
            column.text('name'),
            column.badge('status').color_by({ draft: 'gray', active: 'green', retired: 'red' }),
            column.money('price'),
            column.since('created_at'),
          ])
          .filters((filter) => [filter.select('status'), filter.date_range('created_at')])
          .actions((action) => [action.row('retire').post('/items/{id}/retire').confirm('Retire this item?')])
          .create(),
      )
      .form((form) =>
        form.fields((field) => [
          field.text('name'),
          field.grid(2, [field.select('status'), field.money('price')]),
          field.textarea('notes').visible_when('status', { enum: ['active', 'retired'] }),
        ]),
      )
      .infolist(),
  )
}
