import { type ActionFactory, type FormBuilder, register_resource, Type } from '@atrium/sdk'
import type { FormActionBuilder, RouteOptions } from '@atrium/sdk/host'
import type { Action, TableWidget } from '@atrium/sdk/documents'
import { expect } from 'chai'
import type { Static, TObject } from 'typebox'
import { Item, itemRoutes, link } from '../../../../helpers/link.ts'

const Retirement = Type.Object({
  reason: Type.String({ minLength: 1, maxLength: 2000 }),
  by: Type.Enum(['owner', 'clerk'], { default: 'clerk' }),
  receipt: Type.Optional(Type.String({ maxLength: 20 })),
})
const Picture = Type.Object({ file: Type.String({ format: 'binary' }), taken_on: Type.Optional(Type.String()) })

type AnyForm = FormBuilder<Record<string, unknown>>
type Make = (action: ActionFactory<Static<typeof Item>>) => FormActionBuilder<Static<typeof Item>>

/** Links `items` with one action, either in their list or in a block `parts` on the screens of one item. */
function linked(
  make: Make,
  {
    body = { body: Retirement },
    inBlock = false,
  }: { body?: Pick<RouteOptions, 'body' | 'raw' | 'transaction' | 'multipart' | 'once'>; inBlock?: boolean } = {},
) {
  return link({
    routes: (routes) =>
      itemRoutes(routes)
        .patch('/items/{item_id}/retire', { permission: 'shop.items.retire', ...body }, () => undefined)
        .post('/items/{id}/parts', { permission: 'shop.parts.create', ...body }, () => undefined)
        .post('/items/{id}/parts/{part_id}/swap', { permission: 'shop.parts.swap', ...body }, () => undefined),
    resources: (registry) =>
      register_resource(registry, 'operations', 'shop', (resource) => {
        const items = resource.record(Item).id('items').api_base('/api/v1/shop').infolist()
        if (!inBlock) items.table((table) => table.actions((action) => [make(action)]))
        else
          items.relation((relation) =>
            relation
              .id('parts')
              .record(Item)
              .list_path('/items?id={id}')
              .table((table) => table.actions((action) => [make(action)])),
          )
      }),
  })
}

const retire: Make = (action) =>
  action
    .row('retire')
    .patch('/items/{id}/retire')
    .form(Retirement, (form) =>
      form.fields((field) => [
        field.select('by'),
        field.textarea('reason'),
        field.text('receipt').required_when('by', { const: 'owner' }),
      ]),
    )

function actionOf({ dashboards }: ReturnType<typeof linked>, id: string): Action | undefined {
  const tables = dashboards
    .flatMap(({ widgets }) => widgets)
    .filter((each): each is TableWidget => each.kind === 'table')
  return tables.flatMap(({ actions }) => actions).find((action) => action.id === id)
}

describe('The form of an action', () => {
  it('is published next to the screen, and the action references it and its record', () => {
    const documents = linked(retire)
    const [form] = documents.forms
    expect(documents.codes).to.deep.equal([])
    expect(form).to.include({ resource_id: 'items', operation: 'action' })
    expect(form?.submit).to.deep.equal({ method: 'PATCH', path: '/api/v1/shop/items/{id}/retire' })
    expect(form?.id).to.match(/^items-action-[a-z0-9]{10}$/)
    expect(form?.fields).to.have.all.keys('by', 'reason', 'receipt')
    expect(actionOf(documents, 'retire')).to.include({
      form_id: form?.id,
      path: '/api/v1/shop/items/{id}/retire',
      record_path: '/api/v1/shop/items/{id}',
      permission: 'shop.items.retire',
    })
  })

  it('shows the same schema that the route validates with, including conditions', () => {
    const { forms, operations } = linked(retire)
    const route = operations.find(({ name }) => name === 'PATCH /api/v1/shop/items/{item_id}/retire')
    expect(route?.schemas.body).to.deep.equal(forms[0]?.schema)
    expect(forms[0]?.schema.allOf).to.have.length(1)
  })

  it('shows the whole body if it names no fields', () => {
    const { forms, codes } = linked((action) => action.row('retire').patch('/items/{id}/retire').form())
    expect(codes).to.deep.equal([])
    expect(forms[0]?.fields).to.have.all.keys('reason', 'by', 'receipt')
    expect(forms[0]?.fields.reason?.kind).to.equal('textarea')
  })

  it('does not ask for what the action sends of the record', () => {
    const Renaming = Type.Object({ name: Type.String(), new_name: Type.String() })
    const make: Make = (action) => action.row('retire').patch('/items/{id}/retire').sends('name').form()
    const documents = linked(make, { body: { body: Renaming } })
    expect(documents.codes).to.deep.equal([])
    const Asked = Type.Object({ new_name: Type.String() })
    const asking: Make = (action) => action.row('retire').patch('/items/{id}/retire').sends('name').form(Asked)
    expect(linked(asking, { body: { body: Renaming } }).codes).to.deep.equal([])
    expect(documents.forms[0]?.fields).to.have.all.keys('new_name')
    expect(documents.forms[0]?.schema.required).to.deep.equal(['new_name'])
    expect(actionOf(documents, 'retire')?.sends).to.deep.equal(['name'])
  })

  it('reports a sent field that the route does not take', () => {
    const make: Make = (action) => action.row('retire').patch('/items/{id}/retire').sends('name').form()
    expect(linked(make).codes).to.deep.equal(['field_unknown'])
  })

  it('asks for addresses and secrets of the usual length in one line, in which a secret is masked', () => {
    const Access = Type.Object({
      server: Type.String({ maxLength: 255 }),
      password: Type.String({ maxLength: 254, writeOnly: true }),
    })
    const make: Make = (action) => action.row('retire').patch('/items/{id}/retire').form()
    const { fields } = linked(make, { body: { body: Access } }).forms[0] ?? {}
    expect([fields?.server?.kind, fields?.password?.kind]).to.deep.equal(['text', 'text'])
  })

  it('is an edit form if the action sends to the record itself, and may show only a part of the record', () => {
    const documents = linked((action) =>
      action
        .row('rename')
        .patch('/items/{id}')
        .form(Item, (form) => form.fields((field) => [field.text('name')])),
    )
    expect(documents.codes).to.deep.equal([])
    expect(documents.forms[0]).to.include({ operation: 'edit' })
    expect(actionOf(documents, 'rename')?.record_path).to.equal('/api/v1/shop/items/{id}')
    const update = documents.operations.find(({ name }) => name === 'PATCH /api/v1/shop/items/{id}')
    expect(documents.forms[0]?.schema).to.deep.equal(update?.schemas.record)
  })

  it('is sent as multipart/form-data if the route accepts that', () => {
    const { forms, codes } = linked((action) => action.row('retire').patch('/items/{id}/retire').form(Picture), {
      body: { raw: true, transaction: false, multipart: Picture },
    })
    expect(codes).to.deep.equal([])
    expect(forms[0]?.submit).to.deep.include({ encoding: 'multipart/form-data' })
    expect(forms[0]?.submit).not.to.have.property('once')
    expect(forms[0]?.schema.required).to.deep.equal(['file'])
    const retried = linked((action) => action.row('retire').patch('/items/{id}/retire').form(Picture), {
      body: { raw: true, transaction: false, multipart: Picture, once: true },
    })
    expect(retried.forms[0]?.submit).to.include({ encoding: 'multipart/form-data', once: true })
  })

  it('may send to another plugin if the author passes the schema of the body', () => {
    const make: Make = (action) => action.row('bill').post('/api/v1/bills/bills/{id}').form(Retirement)
    expect(linked(make).codes).to.deep.equal([])
    expect(linked(make).forms[0]?.schema.required).to.deep.equal(['reason', 'by'])
    expect(linked((action) => action.row('bill').post('/api/v1/bills/bills/{id}').form()).codes).to.deep.equal([
      'action_form_without_body',
    ])
  })

  it('needs a route with a body', () => {
    expect(linked(retire, { body: {} }).codes).to.deep.equal(['action_form_without_body'])
    expect(linked((action) => action.row('drop').delete('/items/{id}').form(Retirement)).codes).to.deep.equal([
      'action_form_without_body',
    ])
  })

  it('may only have fields of the body, and has to include all required ones', () => {
    const misspelt = (action: ActionFactory<Static<typeof Item>>) =>
      action
        .row('retire')
        .patch('/items/{id}/retire')
        .form((form) => form.fields((field) => [field.text('raeson')]))
    const { findings } = linked(misspelt)
    expect(findings.map(({ code }) => code)).to.deep.equal(['field_unknown', 'form_disagrees'])
    expect(findings[0]?.message).to.equal(
      'The field [raeson] in the form of [items/retire] is not a field of its body.',
    )
    expect(findings[0]?.fix).to.equal('Did you mean [reason]?')
    expect(findings[1]?.message).to.contain('omits [reason]')
  })

  it('agrees with the body of its route if it is made of a schema of its own', () => {
    const { by, reason, receipt } = Retirement.properties
    const made = (schema: TObject, fields?: true) =>
      linked((action) =>
        action
          .row('retire')
          .patch('/items/{id}/retire')
          .form(schema, ...(fields ? [(form: AnyForm) => form.fields((field) => [field.textarea('reason')])] : [])),
      ).findings.map(({ code, message }) => `${code}: ${message}`)
    const [route, read] = ['[PATCH /api/v1/shop/items/{id}/retire]', Type.Integer({ readOnly: true })]
    expect(made(Type.Object({ reason, receipt }))).to.deep.equal([])
    expect(made(Type.Object({ id: read, by, reason }))).to.deep.equal([])
    expect(made(Type.Object({ reason, note: by }), true)).to.deep.equal([])
    expect(made(Type.Object({ by }))).to.deep.equal([
      `form_disagrees: The form of [items/retire] is made of a schema without [reason], which the body of ${route} requires.`,
    ])
    expect(made(Type.Object({ reason, note: by }))).to.deep.equal([
      `form_disagrees: The form of [items/retire] is made of a schema with [note], which the body of ${route} does not have.`,
    ])
  })

  it('accepts only a schema and a function', () => {
    expect(() => linked((action) => action.row('retire').form('reason' as never))).to.throw(
      '[form()] requires the schema',
    )
  })
})

describe('The path of an action', () => {
  it('can name the record of the screen and that of the row in a block', () => {
    const add = linked((action) => action.header('add').post('/items/{parent_id}/parts').form(Retirement), {
      inBlock: true,
    })
    expect(add.codes).to.deep.equal([])
    expect(actionOf(add, 'add')).to.include({ path: '/api/v1/shop/items/{parent_id}/parts' })
    expect(actionOf(add, 'add')).not.to.have.property('record_path')
    expect(add.forms[0]).to.include({ resource_id: 'items-parts' })
    const swap = linked((action) => action.row('swap').post('/items/{parent_id}/parts/{part_id}/swap'), {
      inBlock: true,
    })
    expect(actionOf(swap, 'swap')?.path).to.equal('/api/v1/shop/items/{parent_id}/parts/{id}/swap')
  })

  it('reports path parameters that the action cannot fill in', () => {
    const header: Make = (action) => action.header('retire').patch('/items/{id}/retire')
    const orphan: Make = (action) => action.row('add').post('/items/{parent_id}/parts')
    for (const codes of [linked(header).codes, linked(header, { inBlock: true }).codes, linked(orphan).codes])
      expect(codes).to.deep.equal(['action_path_unfilled'])
    expect(linked(header, { inBlock: true }).findings[0]?.fix).to.contain('{parent_id}')
  })
})
