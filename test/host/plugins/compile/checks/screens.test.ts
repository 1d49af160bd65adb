import { emit_dashboard, register_resource, type ResourceBuilder, type ResourceRegistry } from '@atrium/sdk'
import type { DashboardBuilder, Routes } from '@atrium/sdk'
import { expect } from 'chai'
import { authorFrame } from '../../../../../host/plugins/load/author-frame.ts'
import { Item, itemRoutes, link } from '../../../../helpers/link.ts'

const board = (registry: ResourceRegistry, configure: (dashboard: DashboardBuilder) => unknown, options = {}) =>
  emit_dashboard(registry, 'operations', 'shop', configure, options)

const figures = (dashboard: DashboardBuilder) =>
  dashboard.stats('/api/v1/shop/figures', (stat) => [stat.number('items')])

/** The routes of the plugin: its items, and the figures that widgets show. */
const routes = (declare: Routes) => itemRoutes(declare).get('/figures', {}, () => ({ items: 0 }))

/** Declares hand-written screens with the given ids and paths, in this order. */
const screens = (...declared: [id: string, path: string][]) =>
  link({
    routes,
    resources: (registry) => {
      for (const [id, path] of declared) board(registry, (dashboard) => figures(dashboard.id(id).path(path)))
    },
  })

const resource = (configure: (resource: ResourceBuilder) => unknown) =>
  link({ resources: (registry) => register_resource(registry, 'operations', 'shop', configure) })

describe('Hand-written screens', () => {
  it('create_after_record_screen: are refused if `create` follows `:id`, which would match it as an id', () => {
    const { findings } = screens(['items', 'goods'], ['item', 'goods/:id'], ['new-item', 'goods/create'])
    expect(findings).to.have.length(1)
    expect(findings[0]).to.deep.include({
      code: 'create_after_record_screen',
      message:
        'The screen [/operations/goods/create] is declared after [/operations/goods/:id], which would match [create] as the id of a record.',
    })
    expect(authorFrame(findings[0]?.origin, import.meta.dirname)?.file).to.equal(import.meta.filename)
  })

  it('are accepted in the right order, and with `create` elsewhere', () => {
    expect(screens(['new-item', 'goods/create'], ['item', 'goods/:id']).codes).to.deep.equal([])
    expect(screens(['item', 'goods/:id'], ['new-part', 'parts/create']).codes).to.deep.equal([])
  })

  it('may be generated, which puts the create screen before the record’s', () => {
    const { codes, manifests } = resource((each) =>
      each.record(Item).id('items').api_base('/api/v1/shop').form().infolist(),
    )
    expect(codes).to.deep.equal([])
    const paths = manifests[0]?.screens.map(({ path }) => path) ?? []
    expect(paths.indexOf('/operations/items/create')).to.be.lessThan(paths.indexOf('/operations/items/:id'))
  })

  it('have no navigation entry if they show a record', () => {
    const { manifests } = screens(['items', 'goods'], ['item', 'goods/:id'])
    expect(manifests[0]?.navigation.flatMap(({ items }) => items.map(({ path }) => path))).to.deep.equal([
      '/operations/goods',
    ])
  })

  it('title_shown_twice: get a warning if a widget repeats the title, unless the screen hides its own', () => {
    const declare = (title: string, options = {}) =>
      link({
        resources: (registry) =>
          board(
            registry,
            (dashboard) =>
              dashboard
                .id('overview')
                .title('Latest items')
                .path('overview')
                .table(Item, (list) => list.id('latest').title(title).list_path('/api/v1/shop/items')),
            options,
          ),
      })
    const { findings } = declare('latest items')
    expect(findings).to.have.length(1)
    expect(findings[0]).to.deep.include({
      code: 'title_shown_twice',
      fix: 'Pass `{ hide_title: true }` to `emit_dashboard`.',
    })
    expect(declare('Latest items', { hide_title: true }).codes).to.deep.equal([])
    expect(declare('Others').codes).to.deep.equal([])
  })

  it('dashboard_incomplete: are refused with the names of the missing parts', () => {
    const { findings } = link({
      resources: (registry) => board(registry, (dashboard) => dashboard.id('overview').path('overview')),
    })
    expect(findings[0]).to.deep.include({
      code: 'dashboard_incomplete',
      message: 'A dashboard of [operations/shop] has no widgets.',
    })
  })
})

describe('Paths that widgets request', () => {
  const asking = (configure: (dashboard: DashboardBuilder) => unknown) =>
    link({ routes, resources: (registry) => board(registry, (dashboard) => configure(dashboard.id('a').path('a'))) })

  it('widget_route_missing: are refused without a route, and a similar route is suggested', () => {
    const { findings } = asking((dashboard) => dashboard.stats('/api/v1/shop/figure', (stat) => [stat.number('items')]))
    expect(findings).to.have.length(1)
    expect(findings[0]).to.deep.include({
      code: 'widget_route_missing',
      message: 'The widget [a-1] requests [GET /api/v1/shop/figure], which is not declared.',
      fix: 'Did you mean [/api/v1/shop/figures]? Declare it in `register_routes`, or correct the path.',
    })
    expect(authorFrame(findings[0]?.origin, import.meta.dirname)?.file).to.equal(import.meta.filename)
  })

  it('widget_route_missing: are checked in lists, relation blocks and badges too', () => {
    const list = (path: string) =>
      asking((dashboard) => dashboard.table(Item, (each) => each.id('latest').list_path(path))).codes
    expect(list('/api/v1/shop/bids')).to.deep.equal(['widget_route_missing'])
    expect(list('/api/v1/shop/items?status=active')).to.deep.equal([])
    const { codes } = resource((each) => {
      each.record(Item).id('items').api_base('/api/v1/shop').badge('/items/open').form()
      each.relation((relation) => relation.id('bids').record(Item).list_path('/bids?item_id={id}'))
    })
    expect(codes).to.deep.equal(['widget_route_missing', 'widget_route_missing'])
  })

  it('are not checked if they belong to another plugin', () => {
    const { codes } = asking((dashboard) => dashboard.stats('/api/v1/crew/figures', (stat) => [stat.number('people')]))
    expect(codes).to.deep.equal([])
  })
})

describe('Paths of screens', () => {
  it('path_outside_module: have to stay inside their panel', () => {
    const { findings } = screens(['figures', '../admin/figures'])
    expect(findings[0]).to.deep.include({
      code: 'path_outside_module',
      message: 'The screen path [../admin/figures] is outside the panel [operations].',
    })
    const { codes } = resource((each) => each.record(Item).id('items').api_base('/api/v1/shop').module_path('../admin'))
    expect(codes).to.deep.equal(['path_outside_module'])
  })

  it('path_outside_module: of a resource’s routes have to stay below its own plugin, and each is reported once', () => {
    const { findings } = resource((each) => each.record(Item).id('items').api_base('/api/v1/clients').form().infolist())
    expect(findings.map(({ code }) => code)).to.deep.equal(['path_outside_module', 'path_outside_module'])
    expect(findings[0]).to.deep.include({
      message: 'The resource [items] requests [/api/v1/clients/items], which is outside [/api/v1/shop].',
      fix: "Use `.api_base('/api/v1/shop')`, or correct the path.",
    })
  })

  it('path_invalid: consist of segments and `:id` only', () => {
    for (const path of ['goods/{id}', 'goods/:name', 'my goods', 'goods?x=1', 'goods//parts']) {
      expect(screens(['items', path]).codes, path).to.deep.equal(['path_invalid'])
    }
  })

  it('resource_id_missing: need a resource with an id', () => {
    expect(resource((each) => each.record(Item)).codes).to.deep.equal(['resource_id_missing'])
  })
})
