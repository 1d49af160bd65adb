import { expect } from 'chai'
import type { Dashboard, FormDefinition, SearchResult, TableWidget } from '@atrium/sdk/documents'
import { useFleetHost } from '../helpers/fleet-host.ts'

/** A plugin with the methods of the specification alone: no `record`, and routes of its own instead of a store. */
const SOURCE = `
import { register_resource, Type } from '@atrium/sdk'
const Van = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  price: Type.Integer({ currency: 'CHF' }),
  due_at: Type.String({ format: 'date-time' }),
})
const vans = [{ id: 1, name: 'Blue van', price: 7000, due_at: '2026-11-22T08:00:00.000Z' }]
export function register_routes(routes) {
  routes.get('/vans', { response: Type.Array(Van) }, () => vans)
  routes.get('/vans/{id}', { response: Van }, () => vans[0])
  routes.post('/vans', {}, ({ body }) => ({ id: 2, ...body }))
  routes.patch('/vans/{id}', {}, ({ body }) => ({ ...vans[0], ...body }))
  routes.get('/find', { query: Type.Object({ q: Type.Optional(Type.String()) }) }, ({ query }) =>
    vans.filter(({ name }) => name.toLowerCase().includes(query.q ?? '')),
  )
}
export function register_resources(registry) {
  register_resource(registry, 'operations', 'fleet', (resource) =>
    resource
      .id('vans')
      .title('Vans')
      .api_base('/api/v1/fleet')
      .module_path('vans')
      .record_title_attribute('name')
      .nav_group('Fleet', 10)
      .pages({ list: true, create: true, edit: true, view: true })
      .list_path('/vans')
      .create_path('/vans')
      .search_path('/find')
      .table((table) =>
        table
          .columns((column) => [column.text('name'), column.money('price'), column.datetime('due_at'), column.text('note')])
          .filters((filter) => [filter.text('name')])
          .create('New van'),
      )
      .form((form) => form.fields((field) => [field.text('name'), field.money('price'), field.textarea('note')]))
      .infolist((infolist) => infolist.entries((entry) => [entry.text('name'), entry.money('price')])),
  )
}
`

describe('A plugin with the methods of the specification alone', () => {
  const host = useFleetHost({ 'src/index.ts': SOURCE })
  const dashboard = async (id: string) => (await host.ask<Dashboard>(`/api/v1/ui/dashboards/${id}`)).body
  const form = async (kind: string) => {
    const [widget] = (await dashboard(`vans-${kind}`)).widgets
    const id = widget?.kind === 'form' ? widget.form_id : ''
    return (await host.ask<FormDefinition>(`/api/v1/forms/${id}`)).body
  }

  it('is active, without a finding', async () => {
    const { state, diagnostics } = await host.status()
    expect([state, diagnostics]).to.deep.equal(['active', []])
  })

  it('has the columns and filters that it names, with the types of the route’s response', async () => {
    const [table] = (await dashboard('vans-list')).widgets as [TableWidget]
    expect(table.columns.map(({ kind, name, label }) => [kind, name, label])).to.deep.equal([
      ['text', 'name', 'Name'],
      ['money', 'price', 'Price'],
      ['datetime', 'due_at', 'Due at'],
      ['text', 'note', 'Note'],
    ])
    expect(table.columns[1]).to.include({ currency: 'CHF' })
    expect(table.filters.map(({ name }) => name)).to.deep.equal(['name'])
    expect(table.create).to.deep.include({ label: 'New van', path: '/operations/vans/create' })
  })

  it('has the form that it names, and fields that the response describes have its types', async () => {
    const create = await form('create')
    expect(Object.keys(create.fields)).to.deep.equal(['name', 'price', 'note'])
    expect(create.fields.price).to.include({ kind: 'money', currency: 'CHF' })
    expect(create.schema.required).to.deep.equal(['name', 'price'])
    expect((await form('edit')).submit).to.deep.include({ method: 'PATCH', path: '/api/v1/fleet/vans/{id}' })
  })

  it('has a view screen with the entries that it names', async () => {
    const [infolist] = (await dashboard('vans-view')).widgets
    const entries = infolist?.kind === 'infolist' ? infolist.entries : []
    expect(entries.map((entry) => 'name' in entry && entry.name)).to.deep.equal(['name', 'price'])
  })

  it('is found by the search of its panel, which asks the search path', async () => {
    const { body } = await host.ask<SearchResult>('/api/v1/panels/operations/search?q=blue')
    expect(body.incomplete).to.deep.equal([])
    expect(body.groups.map(({ resource_id, hits }) => [resource_id, hits[0]?.title, hits[0]?.path])).to.deep.equal([
      ['vans', 'Blue van', '/operations/vans/1'],
    ])
  })

  it('tells its author what is wrong with the answer if the search path answers with no list of records', async () => {
    const wrong = SOURCE.replace(
      "vans.filter(({ name }) => name.toLowerCase().includes(query.q ?? ''))",
      '({ found: vans })',
    )
    await host.replace({ 'src/index.ts': wrong })
    const { body } = await host.ask<SearchResult>('/api/v1/panels/operations/search?q=blue')
    expect(body.incomplete).to.deep.equal([{ resource_id: 'vans', title: 'Vans', reason: 'failed' }])
    const [finding] = (await host.status()).runtime?.findings ?? []
    expect(finding).to.deep.include({ code: 'handler_failed', work: 'GET /api/v1/fleet/find' })
    expect(finding?.message).to.include('search of [vans]').and.to.include('Return an array')
    expect(finding?.where).to.include({ file: 'src/index.ts', line: 15 })
  })
})
