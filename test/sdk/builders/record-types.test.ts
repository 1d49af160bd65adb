import {
  money,
  type PluginContext,
  register_resource,
  type ResourceRegistry,
  type Routes,
  table_store,
  Type,
} from '@atrium/sdk'
import { collect_routes, type ResourceDraft } from '@atrium/sdk/host'
import { test_context } from '@atrium/sdk/testing'
import { expect } from 'chai'

const Item = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String({ minLength: 1, maxLength: 80 }),
  status: Type.Enum(['draft', 'active', 'retired'], { default: 'draft' }),
  price: money(),
  notes: Type.Optional(Type.String({ maxLength: 2000 })),
  created_at: Type.String({ format: 'date-time', readOnly: true }),
})

// The template of the design, letter for letter: that it compiles is a part of the test.
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

/** Collects the one resource that is declared. */
function declared(declare: (registry: ResourceRegistry) => void): ResourceDraft | undefined {
  const drafts: ResourceDraft[] = []
  declare({ add_resource: (draft) => void drafts.push(draft), add_dashboard: () => undefined })
  return drafts[0]
}

const named = (values: readonly { readonly name: string }[] = []) => values.map(({ name }) => name)

describe('The template of the design', () => {
  it('declares a resource with its table, form and infolist', () => {
    const draft = declared(register_resources)
    expect(named(draft?.table?.columns)).to.deep.equal(['name', 'status', 'price', 'created_at'])
    expect(draft).to.include({ id: 'items', record: Item, module_path: 'items' })
    expect(draft?.form?.fields).to.have.length(3)
  })

  it('declares its routes', () => {
    const { routes, declarations } = collect_routes()
    register_routes(routes, test_context().context)
    expect(declarations.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
      'GET /info',
      'GET /items',
      'POST /items',
      'POST /items/import',
      'GET /items/{item_id}',
      'PUT /items/{item_id}',
      'PATCH /items/{item_id}',
      'POST /items/change',
      'DELETE /items/{item_id}',
      'POST /items/delete',
      'POST /items/{item_id}/retire',
    ])
  })
})

describe('A resource with a record', () => {
  const table = (registry: ResourceRegistry) =>
    register_resource(registry, 'operations', 'template', (resource) => {
      const items = resource.record(Item)
      items.id('items').title('Items')
      items.table((list) => {
        list.columns((column) => [column.text('name')])
        list.default_sort('price', 'desc')
      })
      resource.module_path('items')
    })

  it('may be declared in statements, by the builder that knows the record and by the first one', () => {
    const draft = declared(table)
    expect(named(draft?.table?.columns)).to.deep.equal(['name'])
    expect(draft).to.include({ id: 'items', record: Item, module_path: 'items' })
  })

  it('knows its fields in both styles: a misspelt name is a compile error', () => {
    expect(() => {
      declared((registry) =>
        register_resource(registry, 'operations', 'template', (resource) =>
          resource
            .record(Item)
            // @ts-expect-error There is no such field.
            .record_title_attribute('nmae')
            // @ts-expect-error There is no such field.
            .table((list) => list.columns((column) => [column.text('nmae')]))
            // @ts-expect-error A text is no amount.
            .infolist((infolist) => infolist.entries((entry) => [entry.money('name')])),
        ),
      )
      declared((registry) =>
        register_resource(registry, 'operations', 'template', (resource) => {
          const items = resource.record(Item)
          // @ts-expect-error There is no such field.
          items.record_title_attribute('nmae')
          // @ts-expect-error There is no such value.
          items.table((list) => list.columns((column) => [column.badge('status').color_by({ dratf: 'gray' })]))
          // @ts-expect-error There is no such field.
          items.form((form) => form.fields((field) => [field.text('nmae')]))
        }),
      )
    }).not.to.throw()
  })

  it('shows authors no draft', () => {
    declared((registry) =>
      register_resource(registry, 'operations', 'template', (resource) => {
        // @ts-expect-error The draft is private.
        expect(resource.draft).to.equal(undefined)
        expect(Object.keys(resource)).to.deep.equal([])
      }),
    )
  })
})

describe('A route', () => {
  it('may leave its options out', () => {
    const { routes, declarations } = collect_routes()
    routes
      .post('/items/{item_id}/retire', ({ params }) => params.item_id)
      // @ts-expect-error There is no such parameter.
      .post('/items/{item_id}/sell', ({ params }) => params.id)
    expect(declarations.map(({ path, options }) => [path, options])).to.deep.equal([
      ['/items/{item_id}/retire', {}],
      ['/items/{item_id}/sell', {}],
    ])
  })
})
