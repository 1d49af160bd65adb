import type { FormDefinition } from '@atrium/sdk/documents'
import { expect } from 'chai'
import {
  aboutChanges,
  changesOf,
  commonValue,
  empties,
  fieldGroups,
  onlyFields,
  problemsOf,
  seenOf,
  startOf,
} from '../../host/shell/src/actions/many-fields.ts'

const FORM: FormDefinition = {
  ...{ id: 'items-edit-1', resource_id: 'items', operation: 'edit', revision: 'r' },
  submit: { method: 'PATCH', path: '/api/v1/shop/items/{id}' },
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      price: { type: 'integer', minimum: 0 },
      notes: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
      sold: { type: 'boolean', default: true },
    },
    required: ['name', 'price', 'tags'],
    allOf: [{ if: { properties: { price: { const: 1 } } }, then: { required: ['notes'] } }],
  },
  fields: {
    name: { kind: 'text', label: 'Name' },
    price: { kind: 'number', label: 'Price' },
    notes: { kind: 'textarea', label: 'Notes' },
    tags: { kind: 'tags', label: 'Tags' },
    sold: { kind: 'toggle', label: 'Sold' },
  },
  layout: [
    { kind: 'field', name: 'name' },
    {
      kind: 'section',
      title: 'Money',
      children: [{ kind: 'grid', columns: 2, children: [{ kind: 'field', name: 'price' }] }],
    },
    { kind: 'field', name: 'notes' },
    { kind: 'field', name: 'tags' },
  ],
}

describe('The fields that many records get the same values of', () => {
  it('stand under the headings of the edit screen, without those that are not offered', () => {
    expect(fieldGroups(FORM.layout, (name) => name !== 'name')).to.deep.equal([
      { title: 'Money', names: ['price'] },
      { title: undefined, names: ['notes', 'tags'] },
    ])
  })

  it('are checked alone: what the form requires of others does not count', () => {
    expect(problemsOf(FORM, ['price'], { price: 1 })).to.deep.equal({})
    expect(problemsOf(FORM, ['price', 'notes'], { price: -1, notes: 'x' })).to.deep.equal({ price: 'At least 0' })
    expect(problemsOf(FORM, ['price'], {})).to.deep.equal({ price: 'Price is required' })
    expect(Object.keys(onlyFields(FORM, ['price', 'notes']).fields)).to.deep.equal(['price', 'notes'])
  })

  it('are sent with null for those that are emptied, and nothing else', () => {
    const values = { name: 'Lamp', price: 3, notes: '', tags: [] }
    expect(changesOf(FORM, ['price', 'notes', 'tags'], values)).to.deep.equal({ price: 3, notes: null, tags: [] })
    expect(['price', 'notes', 'tags'].filter((name) => empties(FORM, name, undefined))).to.deep.equal(['notes'])
    expect(empties(FORM, 'tags', [])).to.equal(true)
  })

  it('start with what their input shows: no switch without a value, and an empty list where one is required', () => {
    expect(['notes', 'tags', 'sold'].map((name) => startOf(FORM, name))).to.deep.equal([undefined, [], true])
  })

  it('are sent as they were seen, also those without a value', () => {
    const form = onlyFields(FORM, ['price', 'notes'])
    expect(seenOf([{ id: 7, name: 'Lamp', price: 3 }], form)).to.deep.equal({ 7: { price: 3, notes: null } })
  })

  it('have a common value, or a number of different ones', () => {
    const records = [
      { id: 1, price: 3, notes: '' },
      { id: 2, price: 4 },
    ]
    expect(commonValue(records, 'price')).to.deep.equal({ different: 2 })
    expect(commonValue(records, 'notes')).to.deep.equal({ value: '' })
  })

  it('have the errors of the host at their places', () => {
    const problem = { type: '', title: '', status: 422, detail: '', code: 'validation_failed' } as never
    const told = aboutChanges({
      ...(problem as object),
      errors: { 'changes.price': 'too low', filter: 'odd' },
      details: [{ pointer: '#/changes/price', message: 'too low' }],
    } as never)
    expect(told).to.deep.include({ errors: { price: 'too low', filter: 'odd' } })
    expect(told.details).to.deep.equal([{ pointer: '#/price', message: 'too low' }])
  })
})
