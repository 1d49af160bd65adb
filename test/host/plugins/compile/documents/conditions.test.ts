import { register_resource } from '@atrium/sdk'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { Item, link } from '../../../../helpers/link.ts'

const { forms, operations } = link({
  resources: (registry) =>
    register_resource(registry, 'operations', 'shop', (resource) =>
      resource
        .record(Item)
        .id('items')
        .api_base('/api/v1/shop')
        .form((form) =>
          form.fields((field) => [
            field.text('name'),
            field.select('status'),
            field.money('price').visible_when('status', { const: 'active' }),
            field.textarea('notes').required_when('status', { const: 'active' }),
          ]),
        ),
    ),
})

const ajv = new Ajv2020({ strict: false })
const suits = (body: object) => ajv.compile(forms[0]?.schema ?? false)(body)

describe('Conditions of a form', () => {
  it('do not require a hidden field', () => {
    expect(suits({ name: 'Lamp', status: 'draft' })).to.equal(true)
  })

  it('require the same field while it is shown', () => {
    expect(suits({ name: 'Lamp', status: 'active', notes: 'new' })).to.equal(false)
    expect(suits({ name: 'Lamp', status: 'active', notes: 'new', price: 100 })).to.equal(true)
  })

  it('make an optional field required with required_when', () => {
    expect(suits({ name: 'Lamp', status: 'active', price: 100 })).to.equal(false)
  })

  it('are not met by an absent field', () => {
    expect(suits({ name: 'Lamp' })).to.equal(true)
  })

  it('are part of the schema that the route validates with', () => {
    const create = operations.find(({ name }) => name === 'POST /api/v1/shop/items')
    expect(create?.schemas.body).to.deep.equal(forms[0]?.schema)
    const update = operations.find(({ name }) => name === 'PATCH /api/v1/shop/items/{id}')
    expect(update?.schemas.record).to.deep.equal(forms[1]?.schema)
  })
})

describe('A field with several inputs', () => {
  const declare = (isShownAlways: boolean) =>
    link({
      resources: (registry) =>
        register_resource(registry, 'operations', 'shop', (resource) =>
          resource
            .record(Item)
            .id('items')
            .api_base('/api/v1/shop')
            .form((form) =>
              form.fields((field) => [
                field.text('name'),
                field.select('status'),
                isShownAlways ? field.text('notes') : field.text('notes').visible_when('status', { const: 'draft' }),
                isShownAlways
                  ? field.textarea('notes')
                  : field.textarea('notes').visible_when('status', { const: 'active' }),
              ]),
            ),
        ),
    })

  it('may show one of them at a time', () => {
    expect(declare(false).forms[0]?.schema.properties).to.include.keys('name', 'status', 'notes')
  })

  it('is refused if both are always shown', () => {
    expect(() => declare(true)).to.throw('The field [notes] is declared twice.')
  })
})
