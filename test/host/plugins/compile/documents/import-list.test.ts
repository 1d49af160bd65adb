import {
  array_store,
  register_resource,
  type ResourceBuilder,
  type Routes,
  type Static,
  table_store,
} from '@atrium/sdk'
import { test_context } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { Item, link, rules } from '../../../../helpers/link.ts'

type Configure = (resource: ResourceBuilder<Static<typeof Item>>) => unknown

const withForm: Configure = (resource) => resource.table((table) => table.create()).form()

const itemRoutes = (routes: Routes) =>
  routes.records(
    '/items/{id}',
    table_store(test_context().context.db, 'shop_items', Item, { ...rules, filter: ['name', 'status'] }),
  )

/** The import of the list of items, and the codes of the findings. */
function linked(configure: Configure, routes: Parameters<typeof link>[0]['routes'] = itemRoutes) {
  const { publication, codes } = link({
    routes: routes ?? itemRoutes,
    resources: (registry) =>
      register_resource(registry, 'operations', 'shop', (resource) =>
        configure(resource.record(Item).id('items').api_base('/api/v1/shop')),
      ),
  })
  const list = [...publication.dashboards.values()].find(({ id }) => id === 'items-list')
  const table = list?.widgets[0]
  const form = publication.forms.find(({ operation }) => operation === 'create')
  return { codes, form, offered: table?.kind === 'table' ? table.import : undefined }
}

describe('The import into a list', () => {
  it('takes the fields of the form of a new record, and names the fields that identify one', () => {
    const { offered, codes } = linked(withForm)
    expect(codes).to.deep.equal([])
    expect(offered).to.include({ path: '/api/v1/shop/items/import', permission: 'shop.items.create' })
    expect(offered?.fields.filter(({ key }) => key).map(({ name }) => name)).to.deep.equal(['id', 'name'])
  })

  it('matches columns by the other names that the author knows, which stand in the document of the form', () => {
    const { form } = linked((resource) =>
      resource
        .table((table) => table.create())
        .form((it) => it.fields((field) => [field.text('name').also_called('Title', 'Bezeichnung')])),
    )
    expect(form?.fields.name).to.deep.include({ kind: 'text', aliases: ['Title', 'Bezeichnung'] })
  })

  it('is not offered without a button for new records, or where no transaction can undo a dry run', () => {
    expect(linked((resource) => resource.table().form()).offered).to.equal(undefined)
    expect(linked(withForm, (routes) => routes.records('/items/{id}', array_store([], Item, rules))).offered).to.equal(
      undefined,
    )
    const readOnly = (routes: Routes) =>
      routes.records('/items/{id}', array_store([], Item, rules), { writes: ['update'] })
    expect(linked((resource) => resource.table().form(), readOnly).offered).to.equal(undefined)
  })

  it('gives way to an action and to a route of the author', () => {
    const own: Configure = (resource) =>
      resource
        .table((table) => table.create().actions((action) => [action.header('import').post('/items/load')]))
        .form()
    const load = (routes: Routes) =>
      itemRoutes(routes).post('/items/load', { permission: 'shop.items.load' }, () => 'mine')
    expect(linked((resource) => own(resource), load).offered).to.equal(undefined)
    const { offered, codes } = linked(withForm, (routes) =>
      itemRoutes(routes).post('/items/import', { permission: 'shop.items.load' }, () => 'mine'),
    )
    expect(codes).to.deep.equal([])
    expect(offered).to.equal(undefined)
  })
})
