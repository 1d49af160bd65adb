import { register_resource, type ResourceBuilder, type Routes } from '@atrium/sdk'
import { expect } from 'chai'
import { Item, itemRoutes, link } from '../../../../helpers/link.ts'

/** The first fix offered for a declaration, as an author in JavaScript may write it. */
const fix = (configure: (resource: ResourceBuilder) => unknown, routes: (routes: Routes) => unknown = itemRoutes) =>
  link({
    routes,
    resources: (registry) =>
      register_resource(registry, 'operations', 'shop', (resource) => {
        resource.record(Item).id('items').api_base('/api/v1/shop')
        configure(resource)
      }),
  }).findings[0]?.fix

const NEAR: [what: string, fix: string | undefined, meant: string][] = [
  ['a column', fix((each) => each.table((table) => table.columns((column) => [column.text('nmae')]))), 'name'],
  ['a field', fix((each) => each.form((form) => form.fields((field) => [field.text('nam')]))), 'name'],
  ['an entry', fix((each) => each.infolist((list) => list.entries((entry) => [entry.text('note')]))), 'notes'],
  ['a filter', fix((each) => each.table((table) => table.filters((filter) => [filter.select('state')]))), 'status'],
  ['the title', fix((each) => each.record_title_attribute('naem')), 'name'],
  ['a list path', fix((each) => each.list_path('/itmes')), '/api/v1/shop/items'],
  [
    'an action',
    fix(
      (each) => each.table((table) => table.actions((action) => [action.row('sell').post('/items/{id}/sel')])),
      (routes) => itemRoutes(routes).post('/items/{item}/sell', {}, () => undefined),
    ),
    '/api/v1/shop/items/{item}/sell',
  ],
  [
    'a bulk route',
    fix(
      () => undefined,
      (routes) =>
        itemRoutes(routes)
          .post('/items/{id}/sell', {}, () => undefined)
          .bulk('/items/sell', 'POST /items/{id}/sel'),
    ),
    'POST /items/{id}/sell',
  ],
]

describe('A misspelt name', () => {
  for (const [what, offered, meant] of NEAR) {
    it(`of ${what} gets a suggestion`, () => {
      expect(offered).to.include(`Did you mean [${meant}]?`)
    })
  }

  it('gets no suggestion when no similar name exists', () => {
    expect(fix((each) => each.list_path('/lorries'))).not.to.include('Did you mean')
    expect(fix((each) => each.table((table) => table.columns((column) => [column.text('wheel')])))).to.match(
      /^Use one of id, /,
    )
  })
})
