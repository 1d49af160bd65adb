import type { FormDefinition } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { aboutChanges } from '../../host/shell/src/form/field-errors.ts'
import {
  changesOf,
  commonValue,
  empties,
  fieldGroups,
  isList,
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
    const both = { price: 'replace', notes: 'replace' } as const
    expect(problemsOf(FORM, { price: 'replace' }, { price: 1 })).to.deep.equal({})
    expect(problemsOf(FORM, both, { price: -1, notes: 'x' })).to.deep.equal({ price: 'At least 0' })
    expect(problemsOf(FORM, { price: 'replace' }, {})).to.deep.equal({ price: 'Price is required' })
    expect(Object.keys(onlyFields(FORM, ['price', 'notes']).fields)).to.deep.equal(['price', 'notes'])
  })

  it('are sent with null for those that are emptied, and nothing else', () => {
    const values = { name: 'Lamp', price: 3, notes: '', tags: [] }
    const chosen = { price: 'replace', notes: 'replace', tags: 'replace' } as const
    expect(changesOf(FORM, chosen, values)).to.deep.equal({ changes: { price: 3, notes: null, tags: [] } })
    expect(['price', 'notes', 'tags'].filter((name) => empties(FORM, name, undefined))).to.deep.equal(['notes'])
    expect(empties(FORM, 'tags', [])).to.equal(true)
  })

  it('are added to and removed from where they are lists, which takes at least one value', () => {
    expect(['notes', 'tags'].map((name) => isList(FORM, name))).to.deep.equal([false, true])
    expect(changesOf(FORM, { tags: 'add' }, { tags: ['a'] })).to.deep.equal({ add: { tags: ['a'] } })
    expect(changesOf(FORM, { tags: 'remove' }, { tags: ['a'] })).to.deep.equal({ remove: { tags: ['a'] } })
    expect(problemsOf(FORM, { tags: 'add' }, { tags: [] })).to.deep.equal({ tags: 'Choose what to add' })
    expect(problemsOf(FORM, { tags: 'remove' }, { tags: ['a'] })).to.deep.equal({})
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
      errors: { 'changes.price': 'too low', 'body.reason': 'too long', 'add.tags.0': 'odd', filter: 'odd' },
      details: [{ pointer: '#/changes/price', message: 'too low' }],
    } as never)
    expect(told).to.deep.include({ errors: { price: 'too low', reason: 'too long', 'tags.0': 'odd', filter: 'odd' } })
    expect(told.details).to.deep.equal([{ pointer: '#/price', message: 'too low' }])
  })
})
