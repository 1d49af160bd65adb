import { array_store, register_resource, type ResourceBuilder, type Routes, Type } from '@atrium/sdk'
import type { Field } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { link } from '../../../helpers/link.ts'

const Person = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String(),
  tags: Type.Array(Type.String(), { default: [] }),
  skills: Type.Array(Type.Enum(['sewing', 'sawing']), { default: [] }),
})

const routes = (routes: Routes) => routes.records('/people/{id}', array_store([], Person))

const linked = (configure: (resource: ResourceBuilder) => unknown) =>
  link({
    routes,
    resources: (registry) =>
      register_resource(registry, 'operations', 'shop', (resource) => {
        resource.record(Person).id('people').api_base('/api/v1/shop')
        configure(resource)
      }),
  })

const fieldsOf = (configure: (resource: ResourceBuilder) => unknown): Record<string, Field> =>
  linked(configure).forms[0]?.fields ?? {}

describe('lists inside of records', () => {
  it('several texts are tags in a form, a table and an infolist that name no fields', () => {
    const { forms, dashboards } = linked((resource) => resource.form().infolist())
    expect(forms[0]?.fields.tags).to.deep.equal({ kind: 'tags', label: 'Tags' })
    const kinds = dashboards.flatMap(({ widgets }) =>
      widgets.map((widget) => {
        if (widget.kind === 'table') return widget.columns.find(({ name }) => name === 'tags')?.kind
        if (widget.kind !== 'infolist') return 'form'
        return widget.entries.find((entry) => 'name' in entry && entry.name === 'tags')?.kind
      }),
    )
    expect(kinds).to.deep.equal(['tags', 'form', 'form', 'tags'])
  })

  it('what tags suggest is declared, or the only texts there may be', () => {
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

  it('a kind of field that cannot take the values of its field is refused, and so is a file in a record', () => {
    const { findings } = linked((resource) =>
      resource.form((form) => form.fields((field) => [field.tags('name'), field.file('tags')])),
    )
    expect(findings.map(({ code, message }) => [code, message])).to.deep.include.members([
      ['form_disagrees', 'The field [name] in the form of [people] holds no array of texts.'],
      [
        'form_disagrees',
        'The field [tags] in the form of [people] is a file, which is not sent with a record: upload it by an action.',
      ],
    ])
  })
})
