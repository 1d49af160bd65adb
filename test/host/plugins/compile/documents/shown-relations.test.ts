import { emit_dashboard, register_resource, type ResourceBuilder } from '@atrium/sdk'
import type { Widget } from '@atrium/sdk/documents'
import { expect } from 'chai'
import type { Static } from 'typebox'
import { Item, link } from '../../../../helpers/link.ts'

const linked = (configure: (resource: ResourceBuilder<Static<typeof Item>>) => unknown) =>
  link({
    resources: (registry) =>
      register_resource(registry, 'operations', 'shop', (resource) =>
        configure(resource.record(Item).id('items').title('Items').api_base('/api/v1/shop')),
      ),
  })

const relationsIn = (widget: Widget | undefined) =>
  [...JSON.stringify(widget).matchAll(/"list_path":"([^"]+)","title_attribute"/g)].map((match) => match[1])

describe('A value that refers to another record', () => {
  it('is resolved below api_base, in columns and entries, unless its path is absolute', () => {
    const { dashboards, codes } = linked((resource) => {
      resource.table((table) =>
        table.columns((column) => [
          column.relation('name', '/items', 'name'),
          column.relation('id', '/api/v1/clients/clients', 'display_name'),
        ]),
      )
      resource.infolist((infolist) =>
        infolist.entries((entry) => [entry.relation('name', '/items?status=draft', 'name')]),
      )
    })
    expect(codes).to.deep.equal([])
    expect(dashboards.map(({ widgets }) => relationsIn(widgets[0]))).to.deep.equal([
      ['/api/v1/shop/items', '/api/v1/clients/clients'],
      ['/api/v1/shop/items?status=draft'],
    ])
  })

  it('is refused if no route answers, and a similar path is suggested', () => {
    const { findings } = linked((resource) => {
      resource.table((table) => table.columns((column) => [column.relation('name', '/itmes', 'name')]))
      resource.infolist((infolist) => infolist.entries((entry) => [entry.relation('name', '/itmes', 'name')]))
    })
    expect(findings.map(({ code, message }) => [code, message.split(' requests')[0]])).to.deep.equal([
      ['widget_route_missing', 'The column [name] of [items]'],
      ['widget_route_missing', 'The entry [name] of [items]'],
    ])
    expect(findings[0]?.fix).to.contain('Did you mean [/api/v1/shop/items]?')
  })
})

describe('Values that another record describes', () => {
  it('name the member that says which record it is', () => {
    const shown = (of: 'name' | 'missing') =>
      linked((resource) =>
        resource.infolist((infolist) =>
          infolist.entries((entry) => [entry.values('notes' as never, { of: of as 'name', changes: true })]),
        ),
      )
    const { dashboards, codes } = shown('name')
    expect(codes).to.deep.equal([])
    const view = dashboards.find(({ id }) => id === 'items-view')
    expect(JSON.stringify(view)).to.contain(
      '{"kind":"values","name":"notes","label":"Notes","of":"name","changes":true}',
    )
    expect(shown('missing').codes).to.deep.equal(['field_unknown'])
  })
})

describe('What tells records with the same title apart', () => {
  it('stands in every document that names a record, with the relations that the resource declares', () => {
    const { dashboards, publication, codes } = linked((resource) => {
      resource.record_subtitle('notes', 'price', 'id')
      resource.table((table) => table.columns((column) => [column.relation('notes', '/items', 'name')]).create())
      resource.form()
      resource.infolist()
    })
    expect(codes).to.deep.equal([])
    const relation = { list_path: '/api/v1/shop/items', title_attribute: 'name' }
    const subtitle = [
      { kind: 'relation', name: 'notes', label: 'Notes', relation },
      { kind: 'money', name: 'price', label: 'Price', currency: 'CHF' },
      { kind: 'text', name: 'id', label: 'ID' },
    ]
    const shown = dashboards.flatMap(({ kind, widgets: [widget] }) =>
      widget !== undefined && 'record_subtitle' in widget ? [[kind, widget.record_subtitle]] : [],
    )
    expect(Object.fromEntries(shown)).to.deep.equal({
      list: subtitle,
      create: subtitle,
      edit: subtitle,
      view: subtitle,
    })
    expect(publication.resources[0]?.record_subtitle).to.deep.equal(subtitle)
  })
})

describe('A list without records', () => {
  it('has an empty text that fits any title', () => {
    const { dashboards } = link({
      resources: (registry) => {
        register_resource(registry, 'operations', 'shop', (resource) =>
          resource.record(Item).id('items').title('Items').api_base('/api/v1/shop'),
        )
        emit_dashboard(registry, 'operations', 'shop', (dashboard) =>
          dashboard
            .id('board')
            .path('board')
            .api_base('/api/v1/shop')
            .table(Item, (list) => list.id('waiting').title('To be confirmed').list_path('/items')),
        )
      },
    })
    const titles = dashboards.map(({ widgets: [widget] }) =>
      widget?.kind === 'table' ? widget.empty.title : undefined,
    )
    expect(titles).to.deep.equal(['No items yet', 'Nothing here yet'])
  })
})

describe('An entry whose field the form shows only sometimes', () => {
  it('says when, so that it is left out of records that it does not concern', () => {
    const { dashboards, codes } = linked((resource) => {
      resource.form((form) =>
        form.fields((field) => [field.text('name'), field.text('notes').visible_when('name', { const: 'Lamp' })]),
      )
      resource.infolist((infolist) => infolist.entries((entry) => [entry.text('name'), entry.text('notes')]))
    })
    const [infolist] = dashboards.find(({ kind }) => kind === 'view')?.widgets ?? []
    const conditions = (infolist as { entries: { name: string; visible_when?: object }[] }).entries.map(
      ({ name, visible_when }) => [name, visible_when],
    )
    expect(conditions).to.deep.equal([
      ['name', undefined],
      ['notes', { field: 'name', schema: { const: 'Lamp' } }],
    ])
    expect(codes).not.to.include('document_invalid')
  })
})
