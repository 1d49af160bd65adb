import { emit_dashboard, register_resource, type ResourceBuilder, Type } from '@atrium/sdk'
import { expect } from 'chai'
import { Item, link } from '../../../../helpers/link.ts'

const declared = (configure: (resource: ResourceBuilder) => unknown) =>
  link({
    resources: (registry) =>
      register_resource(registry, 'operations', 'shop', (resource) => {
        resource.record(Item).id('items').title('Items').api_base('/api/v1/shop').module_path('items')
        configure(resource)
      }),
  })

const Described = Type.Object({ id: Type.Integer({ readOnly: true }), parts: Type.Array(Type.String()) })

const ids = (configure: (resource: ResourceBuilder) => unknown) => declared(configure).dashboards.map(({ id }) => id)

describe('Generated dashboards', () => {
  it('include a list for a resource that has only an id', () => {
    expect(ids(() => undefined)).to.deep.equal(['items-list'])
  })

  it('include create and edit for a form, and view for an infolist', () => {
    expect(ids((resource) => resource.form())).to.deep.equal(['items-list', 'items-create', 'items-edit'])
    expect(ids((resource) => resource.infolist())).to.deep.equal(['items-list', 'items-view'])
  })

  it('can be switched off one by one with the flags of pages()', () => {
    expect(ids((resource) => resource.form().pages({ edit: false }))).to.deep.equal(['items-list', 'items-create'])
    expect(ids((resource) => resource.form().pages({ list: false }))).to.deep.equal(['items-create', 'items-edit'])
  })

  it('hide their titles, because their widgets show them', () => {
    const { dashboards } = declared((resource) => resource.form().infolist())
    expect(dashboards.map(({ hide_title }) => hide_title)).to.deep.equal([true, true, true, true])
  })

  it('put a block with data from other plugins on the view screen, with its read permission, and require its route', () => {
    const { dashboards, codes } = declared((resource) => resource.infolist().sections('/items/{id}'))
    expect(codes).to.deep.equal([])
    expect(dashboards[1]?.widgets[1]).to.deep.equal({
      kind: 'sections',
      id: 'items-sections',
      path: '/api/v1/shop/items/{id}',
      permission: 'shop.items.view',
    })
    const { findings } = declared((resource) => resource.infolist().sections('/item/{id}'))
    expect(findings.map(({ code, message }) => [code, message])).to.deep.equal([
      [
        'widget_route_missing',
        'The block of sections of [items] requests [GET /api/v1/shop/item/{id}], which is not declared.',
      ],
    ])
  })

  it('put the permission of its list on a block of related records, so that others do not ask for it', () => {
    const { dashboards } = declared((resource) =>
      resource.infolist().relation((relation) => relation.id('parts').record(Item).list_path('/items')),
    )
    expect(dashboards[1]?.widgets[1]).to.include({ kind: 'table', permission: 'shop.items.view' })
  })

  it('say where the words for choices and conditions are, and report a path that nobody answers or names no field', () => {
    const described = (path: string) =>
      link({
        resources: (registry) =>
          register_resource(registry, 'operations', 'shop', (resource) =>
            resource
              .record(Described)
              .id('items')
              .api_base('/api/v1/shop')
              .infolist((infolist) => infolist.entries((entry) => [entry.choices('parts', path as '/items')])),
          ),
      })
    const { dashboards, codes } = described('/items')
    expect(codes).to.deep.equal([])
    const entries = dashboards
      .flatMap(({ widgets }) => widgets)
      .flatMap((each) => ('entries' in each ? each.entries : []))
    expect(entries[0]).to.deep.equal({
      ...{ kind: 'choices', name: 'parts', label: 'Parts' },
      choices_path: '/api/v1/shop/items',
    })
    expect(described('/words').codes).to.deep.equal(['widget_route_missing'])
    expect(described('/items/{kind}').codes).to.deep.equal(['field_unknown'])
  })

  it('put create before :id among the screens, so that it is never taken for a record', () => {
    const { manifests } = declared((resource) => resource.form().infolist())
    expect(manifests[0]?.screens.map(({ path }) => path)).to.deep.equal([
      '/operations/items',
      '/operations/items/create',
      '/operations/items/:id',
      '/operations/items/:id/edit',
    ])
  })

  it('leave a resource without a list out of the navigation', () => {
    const { manifests } = declared((resource) => resource.form().pages({ list: false }))
    expect(manifests[0]?.navigation).to.deep.equal([])
  })

  it('offer deletion, single and bulk, if the record has a DELETE route, unless the author configures it', () => {
    const actions = (configure: (resource: ResourceBuilder) => unknown) => {
      const [list] = declared(configure).dashboards
      const [table] = list?.widgets ?? []
      return table?.kind === 'table' ? table.actions.map(({ id, kind, label }) => `${kind} ${id}: ${label}`) : []
    }
    expect(actions(() => undefined)).to.deep.equal(['row delete: Delete', 'bulk delete: Delete'])
    const own = (resource: ResourceBuilder) =>
      resource.table((table) =>
        table.actions((action) => [action.row('delete').label('Archive').delete('/items/{id}')]),
      )
    expect(actions(own)).to.deep.equal(['row delete: Archive', 'bulk delete: Delete'])
  })

  it('carry what an action says when it is done, what the question before it keeps, and that it usually comes next', () => {
    const [list] = declared((resource) =>
      resource.table((table) =>
        table.actions((action) => [
          action
            .row('delete')
            .delete('/items/{id}')
            .confirm('Sure?', { keep: 'Keep item' })
            .done('Item gone')
            .primary(),
        ]),
      ),
    ).dashboards
    const [table] = list?.widgets ?? []
    const [action] = table?.kind === 'table' ? table.actions : []
    expect(action).to.include({ confirm: 'Sure?', keep: 'Keep item', done: 'Item gone', primary: true })
  })

  it('carry the job that an action starts, and report routes that it names and nobody declares', () => {
    const members = { total: 'price', done: 'price', failed: 'price', finished: 'name', outcome: 'name' }
    const { dashboards, findings } = declared((resource) =>
      resource.table((table) =>
        table.actions((action) => [
          action.header('import').post('/items').job({
            doing: 'Importing',
            record: '/items/{id}',
            under_way: '/items?q=x',
            cancel: '/items/{id}/halt',
            members,
          }),
        ]),
      ),
    )
    const [table] = dashboards[0]?.widgets ?? []
    const [action] = table?.kind === 'table' ? table.actions : []
    expect(action?.job).to.deep.equal({
      doing: 'Importing',
      record_path: '/api/v1/shop/items/{id}',
      under_way_path: '/api/v1/shop/items?q=x',
      cancel: { path: '/api/v1/shop/items/{id}/halt' },
      members,
    })
    expect(findings.map(({ code, message }) => [code, message])).to.deep.equal([
      [
        'action_route_missing',
        'The header action [import] of [items] is stopped with [POST /api/v1/shop/items/{id}/halt], which is not declared.',
      ],
    ])
  })

  it('change the ids of their forms when the form changes, and their own revision as well', () => {
    const plain = declared((resource) => resource.form())
    const labelled = declared((resource) =>
      resource.form((form) => form.fields((field) => [field.text('name').label('Called'), field.number('price')])),
    )
    const same = declared((resource) => resource.form())
    expect(same.forms[0]?.id)
      .to.equal(plain.forms[0]?.id)
      .and.to.match(/^items-create-[0-9a-f]{10}$/)
    expect(labelled.forms[0]?.id).not.to.equal(plain.forms[0]?.id)
    expect(labelled.dashboards[1]?.revision).not.to.equal(plain.dashboards[1]?.revision)
  })

  it('show a badge in the infolist in the colours of the table', () => {
    const { dashboards } = declared((resource) =>
      resource
        .table((table) => table.columns((column) => [column.badge('status').color_by({ active: 'green' })]))
        .infolist(),
    )
    const [infolist] = dashboards[1]?.widgets ?? []
    const entries = infolist?.kind === 'infolist' ? infolist.entries : []
    expect(entries.find((entry) => entry.kind === 'badge')).to.deep.include({ colors: { active: 'green' } })
  })

  it('show badges with the labels that are declared for their values', () => {
    const labels = { draft: 'Not yet sold', active: 'On sale' }
    const { dashboards } = declared((resource) =>
      resource
        .table((table) => table.columns((column) => [column.badge('status').options(labels)]))
        .infolist((infolist) => infolist.entries((entry) => [entry.badge('status').options(labels)])),
    )
    const [table] = dashboards[0]?.widgets ?? []
    const [infolist] = dashboards[1]?.widgets ?? []
    const options = [
      { value: 'draft', label: 'Not yet sold' },
      { value: 'active', label: 'On sale' },
    ]
    expect(table?.kind === 'table' && table.columns[0]).to.deep.include({ kind: 'badge', options })
    expect(infolist?.kind === 'infolist' && infolist.entries[0]).to.deep.include({ kind: 'badge', options })
  })

  for (const [place, configure] of [
    [
      'table',
      (resource: ResourceBuilder) =>
        resource.table((table) => table.columns((column) => [column.relation('notes', '/items', 'name')])),
    ],
    [
      'form',
      (resource: ResourceBuilder) =>
        resource.form((form) =>
          form.fields((field) => [
            field.text('name'),
            field.number('price'),
            field.relation('notes', '/items', 'name'),
          ]),
        ),
    ],
  ] as const) {
    it(`show a relation of the ${place} as such in an infolist without entries`, () => {
      const { dashboards } = declared((resource) => (configure(resource), resource.infolist()))
      const view = dashboards.find(({ kind }) => kind === 'view')
      const [infolist] = view?.widgets ?? []
      const entries = infolist?.kind === 'infolist' ? infolist.entries : []
      expect(entries.find((entry) => 'name' in entry && entry.name === 'notes')).to.deep.include({
        kind: 'relation',
        relation: { list_path: '/api/v1/shop/items', title_attribute: 'name' },
      })
    })
  }

  it('made by emit_dashboard are screens with their own path and navigation entry', () => {
    const { dashboards, manifests } = link({
      resources: (registry) =>
        emit_dashboard(
          registry,
          'operations',
          'shop',
          (dashboard) =>
            dashboard
              .id('stock')
              .title('Stock')
              .path('stock')
              .nav_group('Shop', 5)
              .api_base('/api/v1/shop')
              .stats('/figures', (stat) => [stat.number('active'), stat.money('value')])
              .table(Item, (list) =>
                list
                  .id('latest')
                  .list_path('/items')
                  .table((table) => table.page_size(5)),
              ),
          { hide_title: true },
        ),
    })
    expect(dashboards[0]).to.deep.include({ id: 'stock', kind: 'custom', hide_title: true })
    expect(dashboards[0]?.widgets.map(({ kind }) => kind)).to.deep.equal(['stats', 'table'])
    expect(manifests[0]?.navigation).to.deep.equal([
      { group: 'Shop', sort: 5, items: [{ title: 'Stock', sort: 5, path: '/operations/stock' }] },
    ])
  })
})
