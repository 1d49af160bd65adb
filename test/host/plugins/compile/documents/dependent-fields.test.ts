import { array_store, register_resource, type ResourceBuilder, type Routes, Type } from '@atrium/sdk'
import { expect } from 'chai'
import { authorFrame } from '../../../../../host/plugins/load/author-frame.ts'
import { link } from '../../../../helpers/link.ts'

const Visit = Type.Object({
  id: Type.Integer({ readOnly: true }),
  room_id: Type.Integer(),
  bed_id: Type.Integer(),
  starts_at: Type.String({ format: 'date-time' }),
  note: Type.Optional(Type.String()),
})
const Room = Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String() })
const Bed = Type.Object({ ...Room.properties, room_id: Type.Integer() })

const routes = (routes: Routes) =>
  routes
    .records('/visits/{id}', array_store([], Visit))
    .records('/rooms/{id}', array_store([], Room))
    .records('/beds/{id}', array_store([], Bed, { filter: ['room_id'] }))
    .get('/rooms/{id}/beds', { permission: 'shop.beds.view' }, () => [])
    .get('/slots', { permission: 'shop.slots.view' }, () => [])
    .patch('/visits/{id}/move', { permission: 'shop.visits.move' }, () => null)

const linked = (configure: (resource: ResourceBuilder) => unknown) =>
  link({
    routes,
    resources: (registry) =>
      register_resource(registry, 'operations', 'shop', (resource) => {
        resource.record(Visit).id('visits').api_base('/api/v1/shop')
        configure(resource)
      }),
  })

const SLOTS = '/slots?bed={bed_id}&from={from}&to={to}&zone={zone}&except={id}'

describe('Fields that depend on others', () => {
  it('compare with another record, and show codes by their names as its screens do', () => {
    const Guest = Type.Object({
      id: Type.Integer({ readOnly: true }),
      name: Type.String(),
      language: Type.Optional(Type.String({ format: 'language' })),
    })
    const Merge = Type.Object({ other_id: Type.Integer(), take: Type.Array(Type.Enum(['name', 'language'])) })
    const { forms, findings } = link({
      routes: (routes) =>
        routes
          .records('/guests/{id}', array_store([], Guest))
          .post('/guests/{id}/merge', { permission: 'shop.guests.merge', body: Merge }, () => null),
      resources: (registry) =>
        register_resource(registry, 'operations', 'shop', (resource) =>
          resource
            .record(Guest)
            .id('guests')
            .api_base('/api/v1/shop')
            .table((table) =>
              table.actions((action) => [
                action
                  .row('merge')
                  .post('/guests/{id}/merge')
                  .form(Merge, (form) =>
                    form.fields((field) => [
                      field.relation('other_id', '/guests', 'name'),
                      field.comparison('take', '/guests/{other_id}'),
                    ]),
                  ),
              ]),
            ),
        ),
    })
    expect(findings).to.deep.equal([])
    const take = forms.flatMap(({ fields }) => fields.take ?? [])[0]
    expect(take).to.deep.include({
      options: [
        { value: 'name', label: 'Name' },
        { value: 'language', label: 'Language', format: 'language' },
      ],
    })
  })

  it('choose from a list filtered by those fields, and look up any record in an unfiltered list', () => {
    const { forms, findings } = linked((resource) =>
      resource.form((form) =>
        form.fields((field) => [
          field.relation('room_id', '/rooms', 'name'),
          field.relation('bed_id', '/beds?_sort=name&room_id={room_id}', 'name'),
          field.slot('starts_at', SLOTS, { starts: 'at', zone: 'zone' }).any_time(),
        ]),
      ),
    )
    expect(findings).to.deep.equal([])
    expect(forms[0]?.fields.room_id).to.deep.include({
      relation: { list_path: '/api/v1/shop/rooms', title_attribute: 'name' },
    })
    expect(forms[0]?.fields.room_id).not.to.have.property('choices_path')
    expect(forms[0]?.fields.bed_id).to.deep.include({
      relation: { list_path: '/api/v1/shop/beds?_sort=name', title_attribute: 'name' },
      choices_path: '/api/v1/shop/beds?_sort=name&room_id={room_id}',
    })
    expect(forms[0]?.fields.starts_at).to.deep.include({
      kind: 'slot',
      slots: { path: `/api/v1/shop${SLOTS}`, starts: 'at', zone: 'zone' },
      any_time: true,
    })
  })

  it('are filled by a slot, if the form has them', () => {
    const filling = (name: 'bed_id') =>
      linked((resource) =>
        resource.form((form) =>
          form.fields((field) => [
            field.relation('room_id', '/rooms', 'name'),
            field.relation('bed_id', '/beds', 'name'),
            field.slot('starts_at', SLOTS, { starts: 'at', fills: [name] }),
          ]),
        ),
      )
    expect(filling('bed_id').forms[0]?.fields.starts_at).to.have.nested.property('slots.fills[0]', 'bed_id')
    const { findings } = filling('bed' as 'bed_id')
    expect(findings.map(({ code, fix }) => [code, fix])).to.deep.equal([
      ['field_unknown', 'Use one of room_id, bed_id.'],
    ])
  })

  it('may choose from a list with another path than the one for all records', () => {
    const { forms, findings } = linked((resource) =>
      resource.form((form) =>
        form.fields((field) => [
          field.relation('room_id', '/rooms', 'name'),
          field.relation('bed_id', '/beds', 'name').choices_path('/rooms/{room_id}/beds'),
          field.datetime('starts_at'),
        ]),
      ),
    )
    expect(findings).to.deep.equal([])
    expect(forms[0]?.fields.bed_id).to.deep.include({ choices_path: '/api/v1/shop/rooms/{room_id}/beds' })
  })

  it('may be suggestions for a text, which are checked like choices', () => {
    const suggesting = (path: '/rooms/{bed_id}/beds' | '/rooms/{bed_id}/bed') =>
      linked((resource) =>
        resource.form((form) =>
          form.fields((field) => [
            field.relation('room_id', '/rooms', 'name'),
            field.relation('bed_id', '/beds', 'name'),
            field.text('starts_at').suggestions_path(path),
          ]),
        ),
      )
    const { forms, findings } = suggesting('/rooms/{bed_id}/beds')
    expect(findings).to.deep.equal([])
    expect(forms[0]?.fields.starts_at).to.deep.include({
      kind: 'text',
      suggestions_path: '/api/v1/shop/rooms/{bed_id}/beds',
    })
    expect(suggesting('/rooms/{bed_id}/bed').findings.map(({ code }) => code)).to.deep.equal(['widget_route_missing'])
  })

  it('are reported if they name a field outside the form, or request an undeclared path', () => {
    const { findings } = linked((resource) =>
      resource.form((form) =>
        form.fields((field) => [
          field.relation('room_id', '/rooms?q={room_id}', 'name'),
          field.relation('bed_id', '/beds', 'name').choices_path('/rooms/{rom_id}/beds'),
          field.slot('starts_at', '/slot?from={from}&to={to}', { starts: 'at' }),
        ]),
      ),
    )
    expect(findings.map(({ code, fix }) => [code, fix])).to.deep.equal([
      ['field_unknown', 'Use one of bed_id, starts_at.'],
      ['field_unknown', 'Did you mean [room_id]?'],
      [
        'widget_route_missing',
        'Did you mean [/api/v1/shop/slots]? Declare it in `register_routes`, or correct the path.',
      ],
    ])
    expect(authorFrame(findings[0]?.origin, import.meta.dirname)?.file).to.equal(import.meta.filename)
  })

  it('may be a question for similar records, asked by the create form alone and checked like choices', () => {
    const asking = (path: '/rooms?q={bed_id}&id=7' | '/room?q={room_id}') =>
      linked((resource) =>
        resource.form((form) =>
          form
            .fields((field) => [
              field.relation('bed_id', '/beds', 'name'),
              ...(path.startsWith('/rooms') ? [field.relation('room_id', '/rooms', 'name')] : []),
              field.datetime('starts_at'),
            ])
            .similar(path),
        ),
      )
    const { forms, findings } = asking('/rooms?q={bed_id}&id=7')
    expect(findings).to.deep.equal([])
    expect(forms.map(({ similar_path }) => similar_path)).to.deep.equal([
      '/api/v1/shop/rooms?q={bed_id}&id=7',
      undefined,
    ])
    const { findings: wrong } = asking('/room?q={room_id}')
    expect(wrong.map(({ code }) => code)).to.include.members(['field_unknown', 'widget_route_missing'])
  })

  it('may take the text that was typed before a new record was begun, in text fields of the create form alone', () => {
    const taking = (name: 'note' | 'starts_at') =>
      linked((resource) =>
        resource.form((form) => form.fields((field) => [field.text('note'), field.datetime('starts_at')]).typed(name)),
      )
    expect(taking('note').forms.map(({ typed_fields }) => typed_fields)).to.deep.equal([['note'], undefined])
    const { findings } = taking('starts_at')
    expect(findings.map(({ code, message }) => `${code}: ${message}`)).to.include(
      'field_unknown: The form of [visits] puts typed text into [starts_at], which is not a text field of the form.',
    )
  })

  it('puts typed text into one field or two, which authors in JavaScript are told', () => {
    const taking = (...names: string[]) =>
      linked((resource) => resource.form((form) => Reflect.apply(form.typed, form, names) as typeof form))
    expect(() => taking('note', 'room_id', 'bed_id')).to.throw('[typed] takes one or two fields, and got 3.')
    expect(() => taking()).to.throw('[typed()] requires the names of fields.')
  })

  it('may name a field of the record outside the form only if a record always exists', () => {
    const own = (resource: ResourceBuilder) =>
      resource.table((table) =>
        table.actions((action) => [
          action
            .row('move')
            .patch('/visits/{id}')
            .form((form) => form.fields((field) => [field.slot('starts_at', SLOTS, { starts: 'at' })])),
        ]),
      )
    expect(linked(own).findings).to.deep.equal([])
    const alone = linked((resource) =>
      resource
        .pages({ create: false })
        .form((form) => form.fields((field) => [field.slot('starts_at', SLOTS, { starts: 'at' })])),
    )
    expect(alone.findings.map(({ code }) => code)).to.deep.equal(['field_unknown'])
  })

  it('throw at the call if the path of slots does not filter by days', () => {
    const asking = () =>
      linked((resource) =>
        resource.form((form) =>
          form.fields((field) => [field.slot('starts_at', '/slots?from={from}', { starts: 'at' })]),
        ),
      )
    expect(asking).to.throw('The path [/slots?from={from}] of [slot(…)] does not contain [{to}].')
  })
})

describe('A field that refers to other records', () => {
  it('chooses several of them if it holds a list of ids', () => {
    const Ward = Type.Object({ id: Type.Integer({ readOnly: true }), rooms: Type.Array(Type.Integer()) })
    const { forms, findings } = link({
      routes: (routes) =>
        routes.records('/wards/{id}', array_store([], Ward)).records('/rooms/{id}', array_store([], Room)),
      resources: (registry) =>
        register_resource(registry, 'operations', 'shop', (resource) =>
          resource
            .record(Ward)
            .id('wards')
            .api_base('/api/v1/shop')
            .form((form) => form.fields((field) => [field.relation('rooms', '/rooms', 'name')])),
        ),
    })
    expect(findings).to.deep.equal([])
    expect(forms[0]?.fields.rooms).to.deep.include({ kind: 'relation', multiple: true })
  })
})

describe('A filter for the record that a field refers to', () => {
  it('has the path of the list of such records, below that of the resource', () => {
    const Stay = Type.Object({ ...Visit.properties, next_room_id: Type.Integer() })
    const rules = { filter: ['room_id', 'next_room_id'] } as const
    const { dashboards, findings } = link({
      routes: (routes) =>
        routes.records('/visits/{id}', array_store([], Stay, rules)).records('/rooms/{id}', array_store([], Room)),
      resources: (registry) =>
        register_resource(registry, 'operations', 'shop', (resource) =>
          resource
            .record(Stay)
            .id('visits')
            .api_base('/api/v1/shop')
            .table((table) =>
              table.filters((filter) => [
                filter.relation('room_id', '/rooms', 'name'),
                filter.relation('next_room_id', '/room', 'name'),
              ]),
            ),
        ),
    })
    const [table] = dashboards[0]?.widgets ?? []
    expect(table?.kind === 'table' && table.filters[0]).to.deep.equal({
      kind: 'relation',
      name: 'room_id',
      label: 'Room',
      comparisons: ['ne'],
      relation: { list_path: '/api/v1/shop/rooms', title_attribute: 'name' },
    })
    expect(findings.map(({ code }) => code)).to.deep.equal(['widget_route_missing'])
  })
})
