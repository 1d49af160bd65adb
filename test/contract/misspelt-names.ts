import { register_resource, type ResourceRegistry, type Routes, table_store, Type } from '@atrium/sdk'
import type { Knex } from 'knex'

/** What must not compile. Each line below `@ts-expect-error` would be a mistake a user meets at run time. Compiled, never run. */
const Item = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  status: Type.Enum(['draft', 'active']),
  price: Type.Integer(),
  tags: Type.Array(Type.String()),
  parts: Type.Array(Type.Object({ name: Type.String(), weight: Type.Number() })),
})

const Reason = Type.Object({ reason: Type.String() })

export function resources(registry: ResourceRegistry) {
  register_resource(registry, 'operations', 'template', (resource) => {
    const items = resource.record(Item)
    // @ts-expect-error no such field
    items.record_title_attribute('nam')
    // @ts-expect-error no such field
    items.record_subtitle('name', 'nam')
    // @ts-expect-error no such field
    items.record_time('creatd_at')
    items.table((table) =>
      table
        .columns((column) => [
          // @ts-expect-error no such column
          column.text('nmae'),
          // @ts-expect-error a name is not an amount
          column.money('name'),
          // @ts-expect-error no such status
          column.badge('status').color_by({ actve: 'green' }),
          // @ts-expect-error no such colour
          column.badge('status').color_by({ active: 'grene' }),
        ])
        .filters((filter) => [
          // @ts-expect-error no such filter field
          filter.select('stauts'),
          // @ts-expect-error no such field to point at a record
          filter.relation('prise', '/prices', 'name'),
          // @ts-expect-error a number is not a date
          filter.date_range('price'),
        ])
        // @ts-expect-error no such field to sort by
        .default_sort('prize')
        .actions((action) => [
          // @ts-expect-error no such status
          action.row('x').visible_when('status', { const: 'retired' }),
          // @ts-expect-error no such icon
          action.row('x').icon('chekc'),
          // @ts-expect-error no such field of the body
          action.row('x').form(Reason, (form) => form.fields((field) => [field.text('raeson')])),
          action.row('x').form(Reason, (form) => form.fields((field) => [field.text('reason')])),
        ]),
    )
    items.form((form) =>
      form.fields((field) => [
        // @ts-expect-error no such field
        field.text('titel'),
        // @ts-expect-error a name is not a list of texts
        field.tags('name'),
        field.tags('tags'),
        // @ts-expect-error no such field of a part
        field.repeater('parts', (field) => [field.text('nmae'), field.number('weight')]),
        // @ts-expect-error texts are not parts
        field.repeater('tags'),
        // @ts-expect-error no such field to choose by
        field.relation('price', '/prices?status={stauts}', 'name'),
        field.relation('price', '/prices?status={status}', 'name').choices_path('/{status}/prices'),
        // @ts-expect-error no such field to ask slots by
        field.slot('name', '/slots?status={stauts}&from={from}&to={to}', { starts: 'at' }),
        // @ts-expect-error no such field to depend on
        field.text('name').visible_when('state', { const: 'active' }),
        // @ts-expect-error no such status
        field.text('name').visible_when('status', { enum: ['activ'] }),
      ]),
    )
    // @ts-expect-error no such entry
    items.infolist((infolist) => infolist.entries((entry) => [entry.text('nam')]))
    // @ts-expect-error no such entry of a part
    items.infolist((infolist) => infolist.entries((entry) => [entry.repeater('parts', (entry) => [entry.text('nam')])]))
    // @ts-expect-error no such screen
    items.pages({ lst: true })
  })
}

export function routes(routes: Routes, db: Knex) {
  // @ts-expect-error no such field to sort by
  table_store(db, 'items', Item, { sort: ['nam'] })
  // @ts-expect-error no such field to filter by
  table_store(db, 'items', Item, { filter: ['stat'] })
  const items = table_store(db, 'items', Item)
  // @ts-expect-error no such parameter
  routes.get('/items/{item_id}/price', {}, ({ params }) => params.id)
  // @ts-expect-error the schema names another parameter than the path
  routes.get('/items/{item_id}/tax', { params: Type.Object({ id: Type.Integer() }) }, () => 0)
  // @ts-expect-error no such status
  routes.post('/items/{item_id}/retire', {}, ({ params }) => items.update(params.item_id, { status: 'retired' }))
  // @ts-expect-error no such member of the body
  routes.post('/items/import', { body: Type.Object({ url: Type.String() }) }, ({ body }) => body.uri)
  // @ts-expect-error the answer is not what the schema promises
  routes.get('/items/count', { response: Type.Object({ count: Type.Integer() }) }, () => ({ cuont: 1 }))
  // @ts-expect-error a record path ends in a parameter
  routes.records('/items', items)
  // @ts-expect-error no such option
  routes.get('/info', { permision: 'template.info.view' }, () => 1)
  // @ts-expect-error without `raw` there is no Koa context
  routes.get('/raw', {}, (_call, koa) => koa)
}
