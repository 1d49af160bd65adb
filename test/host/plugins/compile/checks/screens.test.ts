import { emit_dashboard, register_resource, type ResourceBuilder, type ResourceRegistry } from '@atrium/sdk'
import type { DashboardBuilder, Routes } from '@atrium/sdk'
import { expect } from 'chai'
import { authorFrame } from '../../../../../host/plugins/load/author-frame.ts'
import { Item, itemRoutes, link } from '../../../../helpers/link.ts'

const board = (registry: ResourceRegistry, configure: (dashboard: DashboardBuilder) => unknown, options = {}) =>
  emit_dashboard(registry, 'operations', 'shop', configure, options)

const figures = (dashboard: DashboardBuilder) =>
  dashboard.stats('/api/v1/shop/figures', (stat) => [stat.number('items')])

/** The routes of the plugin: of items, and the figures that widgets show. */
const routes = (declare: Routes) => itemRoutes(declare).get('/figures', {}, () => ({ items: 0 }))

/** Declares hand-written screens with these ids and paths, in this order. */
const screens = (...declared: [id: string, path: string][]) =>
  link({
    routes,
    resources: (registry) => {
      for (const [id, path] of declared) board(registry, (dashboard) => figures(dashboard.id(id).path(path)))
    },
  })

const resource = (configure: (resource: ResourceBuilder) => unknown) =>
  link({ resources: (registry) => register_resource(registry, 'operations', 'shop', configure) })

describe('hand-written screens', () => {
  it('create_after_record_screen: `create` after `:id` would be taken for an id, and is refused where it is declared', () => {
    const { findings } = screens(['items', 'goods'], ['item', 'goods/:id'], ['new-item', 'goods/create'])
    expect(findings).to.have.length(1)
    expect(findings[0]).to.deep.include({
      code: 'create_after_record_screen',
      message:
        'The screen [/operations/goods/create] is declared after [/operations/goods/:id], which would match [create] as the id of a record.',
    })
    expect(authorFrame(findings[0]?.origin, import.meta.dirname)?.file).to.equal(import.meta.filename)
  })

  it('the right order is fine, and so is `create` elsewhere', () => {
    expect(screens(['new-item', 'goods/create'], ['item', 'goods/:id']).codes).to.deep.equal([])
    expect(screens(['item', 'goods/:id'], ['new-part', 'parts/create']).codes).to.deep.equal([])
  })

  it('a generated create screen stands before the record’s by itself', () => {
    const { codes, manifests } = resource((each) =>
      each.record(Item).id('items').api_base('/api/v1/shop').form().infolist(),
    )
    expect(codes).to.deep.equal([])
    const paths = manifests[0]?.screens.map(({ path }) => path) ?? []
    expect(paths.indexOf('/operations/items/create')).to.be.lessThan(paths.indexOf('/operations/items/:id'))
  })

  it('the screen of a record has no place in the sidebar', () => {
    const { manifests } = screens(['items', 'goods'], ['item', 'goods/:id'])
    expect(manifests[0]?.navigation.flatMap(({ items }) => items.map(({ path }) => path))).to.deep.equal([
      '/operations/goods',
    ])
  })

  it('title_shown_twice: a title that a widget shows again is a warning, unless the screen hides its own', () => {
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

  it('dashboard_incomplete: names what is missing', () => {
    const { findings } = link({
      resources: (registry) => board(registry, (dashboard) => dashboard.id('overview').path('overview')),
    })
    expect(findings[0]).to.deep.include({
      code: 'dashboard_incomplete',
      message: 'A dashboard of [operations/shop] has no widgets.',
    })
  })
})

describe('what widgets ask', () => {
  const asking = (configure: (dashboard: DashboardBuilder) => unknown) =>
    link({ routes, resources: (registry) => board(registry, (dashboard) => configure(dashboard.id('a').path('a'))) })

  it('widget_route_missing: is answered by a route, or is refused with the one that is near', () => {
    const { findings } = asking((dashboard) => dashboard.stats('/api/v1/shop/figure', (stat) => [stat.number('items')]))
    expect(findings).to.have.length(1)
    expect(findings[0]).to.deep.include({
      code: 'widget_route_missing',
      message: 'The widget [a-1] requests [GET /api/v1/shop/figure], which is not declared.',
      fix: 'Did you mean [/api/v1/shop/figures]? Declare it in `register_routes`, or correct the path.',
    })
    expect(authorFrame(findings[0]?.origin, import.meta.dirname)?.file).to.equal(import.meta.filename)
  })

  it('widget_route_missing: holds lists, relation blocks and badges to the same', () => {
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

  it('says nothing of what another plugin has', () => {
    const { codes } = asking((dashboard) => dashboard.stats('/api/v1/crew/figures', (stat) => [stat.number('people')]))
    expect(codes).to.deep.equal([])
  })
})

describe('where screens stand', () => {
  it('path_outside_module: a screen stays in its panel', () => {
    const { findings } = screens(['figures', '../admin/figures'])
    expect(findings[0]).to.deep.include({
      code: 'path_outside_module',
      message: 'The screen path [../admin/figures] is outside the panel [operations].',
    })
    const { codes } = resource((each) => each.record(Item).id('items').api_base('/api/v1/shop').module_path('../admin'))
    expect(codes).to.deep.equal(['path_outside_module'])
  })

  it('path_outside_module: a resource reads and writes below its own plugin, and is told once of each path', () => {
    const { findings } = resource((each) => each.record(Item).id('items').api_base('/api/v1/clients').form().infolist())
    expect(findings.map(({ code }) => code)).to.deep.equal(['path_outside_module', 'path_outside_module'])
    expect(findings[0]).to.deep.include({
      message: 'The resource [items] requests [/api/v1/clients/items], which is outside [/api/v1/shop].',
      fix: "Use `.api_base('/api/v1/shop')`, or correct the path.",
    })
  })

  it('path_invalid: the address of a screen has segments and `:id`, nothing else', () => {
    for (const path of ['goods/{id}', 'goods/:name', 'my goods', 'goods?x=1', 'goods//parts']) {
      expect(screens(['items', path]).codes, path).to.deep.equal(['path_invalid'])
    }
  })

  it('resource_id_missing: nothing can be named after a resource without an id', () => {
    expect(resource((each) => each.record(Item)).codes).to.deep.equal(['resource_id_missing'])
  })
})
