import { array_store, register_resource, type ResourceBuilder, type Routes, Type } from '@atrium/sdk'
import type { Field } from '@atrium/sdk/documents'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { link } from '../../../../helpers/link.ts'

const Person = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String(),
  tags: Type.Array(Type.String(), { default: [] }),
  skills: Type.Array(Type.Enum(['sewing', 'sawing']), { default: [] }),
})

const Team = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String(),
  members: Type.Array(
    Type.Object({
      kind: Type.Enum(['person', 'robot']),
      name: Type.String({ maxLength: 40 }),
      serial: Type.Optional(Type.String()),
      seen_at: Type.Optional(Type.String({ format: 'date-time', readOnly: true })),
    }),
    { default: [] },
  ),
})

const routes = (routes: Routes) =>
  routes.records('/people/{id}', array_store([], Person)).records('/teams/{id}', array_store([], Team))

const linked = (configure: (resource: ResourceBuilder) => unknown) =>
  link({
    routes,
    resources: (registry) =>
      register_resource(registry, 'operations', 'shop', (resource) => {
        resource.record(Person).id('people').api_base('/api/v1/shop')
        configure(resource)
      }),
  })

const team = (configure: (resource: ResourceBuilder) => unknown) =>
  link({
    routes,
    resources: (registry) =>
      register_resource(registry, 'operations', 'shop', (resource) => {
        resource.record(Team).id('teams').api_base('/api/v1/shop')
        configure(resource)
      }),
  })

const fieldsOf = (configure: (resource: ResourceBuilder) => unknown): Record<string, Field> =>
  linked(configure).forms[0]?.fields ?? {}

describe('Lists inside records', () => {
  it('of texts become tags in a form, a table and an infolist that name no fields', () => {
    const { forms, dashboards } = linked((resource) => resource.form().infolist())
    expect(forms[0]?.fields.tags).to.deep.equal({ kind: 'tags', label: 'Tags' })
    const kinds = dashboards.flatMap(({ widgets }) =>
      widgets
        .filter(({ kind }) => kind !== 'history')
        .map((widget) => {
          if (widget.kind === 'table') return widget.columns.find(({ name }) => name === 'tags')?.kind
          if (widget.kind !== 'infolist') return 'form'
          return widget.entries.find((entry) => 'name' in entry && entry.name === 'tags')?.kind
        }),
    )
    expect(kinds).to.deep.equal(['tags', 'form', 'form', 'tags'])
  })

  it('of texts suggest the declared values, or the only allowed ones', () => {
    const { tags, skills } = fieldsOf((resource) =>
      resource.form((form) =>
        form.fields((field) => [
          field.tags('tags').suggestions('vip', 'new'),
          field.tags('skills'),
          field.text('name'),
        ]),
      ),
    )
    expect(tags).to.deep.include({ suggestions: ['vip', 'new'] })
    expect(skills).to.deep.include({ suggestions: ['sewing', 'sawing'] })
  })

  it('of objects become a repeater with all writable fields, and are left out of tables', () => {
    const { forms, dashboards } = team((resource) => resource.form().infolist())
    expect(forms[0]?.fields.members).to.deep.equal({
      kind: 'repeater',
      label: 'Members',
      item_label: 'member',
      fields: {
        kind: {
          kind: 'select',
          label: 'Kind',
          options: [
            { value: 'person', label: 'Person' },
            { value: 'robot', label: 'Robot' },
          ],
        },
        name: { kind: 'text', label: 'Name' },
        serial: { kind: 'text', label: 'Serial' },
      },
      layout: ['kind', 'name', 'serial'].map((name) => ({ kind: 'field', name })),
    })
    const [table] = dashboards[0]?.widgets ?? []
    expect(table?.kind === 'table' && table.columns.map(({ name }) => name)).to.deep.equal(['name'])
    const [infolist] = dashboards.at(-1)?.widgets ?? []
    const shown = infolist?.kind === 'infolist' ? infolist.entries.at(-1) : undefined
    expect(shown?.kind === 'repeater' && shown.entries.map(({ kind, name }) => `${kind} ${name}`)).to.deep.equal([
      'badge kind',
      'text name',
      'text serial',
      'datetime seen_at',
    ])
  })

  it('report an unknown or read-only field of their objects, and an unknown entry', () => {
    const { findings } = team((resource) =>
      resource
        .form((form) =>
          form.fields((field) => [
            field.text('name'),
            field.repeater('members', (field) => [field.text('nmae'), field.datetime('seen_at')]),
          ]),
        )
        .infolist((infolist) =>
          infolist.entries((entry) => [entry.repeater('members', (entry) => [entry.text('seral')])]),
        ),
    )
    expect(findings.map(({ code, message, fix }) => [code, message, fix])).to.deep.include.members([
      [
        'field_unknown',
        'The field [nmae] in the form of [teams/members] is not a field of its item.',
        'Did you mean [name]?',
      ],
      [
        'form_disagrees',
        'The field [seen_at] in the form of [teams/members] is read-only in its item.',
        'Remove it from the form, or `readOnly` from the schema.',
      ],
      ['field_unknown', 'The entry [seral] is not a field of [teams/members].', 'Did you mean [serial]?'],
    ])
  })

  it('apply conditions to each of their objects, in the same schema that the route validates with', () => {
    const { forms, operations } = team((resource) =>
      resource.form((form) =>
        form.fields((field) => [
          field.text('name'),
          field.repeater('members', (field) => [
            field.select('kind'),
            field.text('name').visible_when('kind', { const: 'person' }),
            field.text('serial').required_when('kind', { const: 'robot' }),
          ]),
        ]),
      ),
    )
    const suits = new Ajv2020({ strict: false }).compile(forms[0]?.schema ?? false)
    const members = (...members: object[]) => suits({ name: 'A', members })
    expect(members({ kind: 'robot', serial: 'R2' }, { kind: 'person', name: 'Ada' })).to.equal(true)
    expect(members({ kind: 'robot' })).to.equal(false)
    expect(members({ kind: 'person' })).to.equal(false)
    const create = operations.find(({ name }) => name === 'POST /api/v1/shop/teams')
    expect(create?.schemas.body).to.deep.equal(forms[0]?.schema)
  })

  it('are part of the record that a form defines if the resource has no record', () => {
    const { findings, forms } = link({
      routes,
      resources: (registry) =>
        register_resource(registry, 'operations', 'shop', (resource) => {
          resource
            .id('teams')
            .api_base('/api/v1/shop')
            .form((form) =>
              form.fields((field) => [field.tags('tags'), field.repeater('members', (field) => [field.text('name')])]),
            )
        }),
    })
    expect(findings).to.deep.equal([])
    expect(forms[0]?.fields).to.have.keys('tags', 'members')
  })

  it('report a kind of field that does not fit the values, and a file in a record', () => {
    const { findings } = linked((resource) =>
      resource.form((form) =>
        form.fields((field) => [field.tags('name'), field.file('tags'), field.repeater('skills')]),
      ),
    )
    expect(findings.map(({ code, message }) => [code, message])).to.deep.include.members([
      ['form_disagrees', 'The field [skills] in the form of [people] is not an array of objects.'],
      ['form_disagrees', 'The field [name] in the form of [people] is not an array of texts.'],
      [
        'form_disagrees',
        'The field [tags] in the form of [people] is a file, which cannot be sent with a record: upload it with an action.',
      ],
    ])
  })
})
