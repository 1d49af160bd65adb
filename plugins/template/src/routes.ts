import { type PluginContext, type Routes, table_store } from '@atrium/sdk'
import { Item } from './item.ts'

/** The routes of items, and the table that stores them. */
export function register_routes(routes: Routes, { db, plugin }: PluginContext) {
  const items = table_store(db, 'template_items', Item, {
    sort: ['name', 'price', 'created_at'],
    filter: ['status', 'created_at'],
    search: ['name', 'notes'],
  })
  routes
    .get('/info', { permission: 'template.info.view' }, () => plugin)
    .records('/items/{item_id}', items)
    .post('/items/{item_id}/retire', {}, ({ params }) => items.update(params.item_id, { status: 'retired' }))
}
