import { register_resource, type ResourceBuilder, type Routes, Type } from '@atrium/sdk'
import { expect } from 'chai'
import { authorFrame } from '../../../../../host/plugins/load/author-frame.ts'
import { Item, itemRoutes, link } from '../../../../helpers/link.ts'

type Configure = (resource: ResourceBuilder) => unknown

/** A declaration as an author in JavaScript would write it: without the record's types. */
const linked = (configure: Configure, routes: Parameters<typeof link>[0]['routes'] = itemRoutes) =>
  link({
    routes,
    resources: (registry) =>
      register_resource(registry, 'operations', 'shop', (resource) => {
        resource.record(Item).id('items').api_base('/api/v1/shop')
        configure(resource)
      }),
  })

const OWN = { permission: 'shop.items.change' }

const WRONG: Record<string, Configure> = {
  create_screen_without_form: (resource) => resource.pages({ create: true }),
  edit_screen_without_form: (resource) => resource.pages({ edit: true }),
  view_screen_without_infolist: (resource) => resource.pages({ view: true }),
  create_action_without_screen: (resource) => resource.table((table) => table.create()),
  column_unknown: (resource) => resource.table((table) => table.columns((column) => [column.text('nmae')])),
  field_unknown: (resource) => resource.form((form) => form.fields((field) => [field.text('titel')])),
  sort_not_supported: (resource) =>
    resource.table((table) => table.columns((column) => [column.text('notes').sortable()])),
  filter_not_supported: (resource) => resource.table((table) => table.filters((filter) => [filter.text('notes')])),
  action_route_missing: (resource) =>
    resource.table((table) => table.actions((action) => [action.row('sell').post('/items/{id}/sell')])),
  form_disagrees: (resource) => resource.form((form) => form.fields((field) => [field.text('name')])),
  relation_incomplete: (resource) => resource.relation((relation) => relation.id('bids')),
}

describe('Findings about declarations', () => {
  for (const [code, configure] of Object.entries(WRONG)) {
    it(`of ${code} name the offender in brackets, a remedy and the author's line`, () => {
      const finding = linked(configure).findings.find((each) => each.code === code)
      expect(finding?.message).to.match(/\[.+\]/)
      expect(finding?.fix).to.match(/\.$|\?$/)
      expect(authorFrame(finding?.origin, import.meta.dirname)?.file).to.equal(import.meta.filename)
    })
  }

  it('suggest the correct name for a misspelt one', () => {
    const { findings } = linked(WRONG.column_unknown as Configure)
    expect(findings[0]?.fix).to.equal('Did you mean [name]?')
  })

  it('report any screen without its route', () => {
    const configure: Configure = (resource) => resource.form().infolist()
    expect(linked(configure, () => undefined).codes).to.deep.equal([
      'list_route_missing',
      'create_route_missing',
      'update_route_missing',
      'record_route_missing',
    ])
  })

  it('report a route without a permission if none follows from its method and path', () => {
    const routes = (permission: object) =>
      linked(
        () => undefined,
        (routes) => itemRoutes(routes).post('/items/{id}/parts/{part}/swap', permission, () => undefined),
      ).codes
    expect(routes({})).to.deep.equal(['permission_missing'])
    expect(routes({ permission: 'shop.parts.swap' })).to.deep.equal([])
  })

  it('report a duplicate route, and a bulk route that repeats no existing route', () => {
    const { codes } = linked(
      () => undefined,
      (routes) =>
        itemRoutes(routes)
          .get('/items', {}, () => [])
          .bulk('/items/sell', 'POST /items/{id}/sell'),
    )
    expect(codes).to.deep.equal(['route_taken', 'bulk_route_missing'])
  })

  it('do not include a route of its own where the record kit would change many records', () => {
    const shown = ({ publication }: ReturnType<typeof link>) => JSON.stringify([...publication.dashboards])
    const form: Configure = (resource) => resource.table().form().infolist()
    expect(shown(linked(form))).to.include('/items/change')
    for (const own of [
      (routes: Routes) => routes.post('/items/change', OWN, () => 'mine'),
      (routes: Routes) =>
        routes.post('/items/{id}/change', OWN, () => 'mine').bulk('/items/change', 'POST /items/{id}/change'),
    ]) {
      const made = linked(form, (routes) => own(itemRoutes(routes)))
      expect(made.codes).to.deep.equal([])
      expect(shown(made)).not.to.include('/items/change')
    }
  })

  it('report a tool over a missing route, or with a name that is taken', () => {
    const options = { description: 'Get an item.' }
    const { codes } = link({
      tools: (tools) =>
        tools
          .operation('sell', 'POST /items/{id}/sell', options)
          .operation('get', 'GET /items/{id}', options)
          .operation('get', 'GET /items', options),
    })
    expect(codes).to.deep.equal(['tool_operation_missing', 'tool_taken'])
  })

  it('do not include a wrong argument, which throws at the call', () => {
    const call = (configure: Configure) => () => linked(configure)
    expect(call((resource) => resource.id('Items!'))).to.throw('[Items!] is not a valid id for a resource.')
    expect(call((resource) => resource.table((table) => table.page_size(5000)))).to.throw('[5000]')
    expect(call((resource) => resource.form((form) => form.fields((field) => [field.grid(9, [])])))).to.throw('[9]')
  })

  it('are absent if the fields of the form define the record', () => {
    const { forms, codes } = link({
      routes: (routes) => routes.post('/notes', { body: Type.Object({}) }, () => undefined).get('/notes', {}, () => []),
      resources: (registry) =>
        register_resource(registry, 'operations', 'shop', (resource) =>
          resource
            .id('notes')
            .api_base('/api/v1/shop')
            .pages({ edit: false })
            .form((form) => form.fields((field) => [field.text('title'), field.toggle('pinned')])),
        ),
    })
    expect(codes).to.deep.equal([])
    expect(forms[0]?.schema.properties).to.have.all.keys('id', 'title', 'pinned')
  })
})
