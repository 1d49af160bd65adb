import type { FormDefinition } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { draftKey, draftValues, offeredDrafts, tooMany } from '../../host/shell/src/form/draft.ts'

const definition = {
  operation: 'edit',
  submit: { method: 'PATCH', path: '/api/v1/shop/items/{id}' },
  fields: {
    name: { kind: 'text', name: 'name', label: 'Name' },
    notes: { kind: 'textarea', name: 'notes', label: 'Notes' },
    password: { kind: 'text', name: 'password', label: 'Password' },
    file: { kind: 'file', name: 'file', label: 'File' },
  },
  schema: { properties: { name: {}, notes: {}, password: { writeOnly: true }, file: {} } },
} as unknown as FormDefinition

describe('a draft', () => {
  it('has what was changed or emptied, but no secret and no file', () => {
    const values = { name: 'Oak', notes: undefined, password: 'hunter2', file: new File([''], 'a.txt') }
    expect(draftValues(definition, values, { name: 'Elm', notes: 'Old' })).to.deep.equal({ name: 'Oak', notes: null })
    expect(draftValues(definition, { name: 'Elm' }, { name: 'Elm' })).to.deep.equal({})
  })

  it('is that of one person and one record', () => {
    const keys = [draftKey('1', definition, 7), draftKey('2', definition, 7), draftKey('1', definition, 8)]
    expect(new Set(keys).size).to.equal(3)
  })

  it('of a new record is offered in its own tab first, then the latest first, and at most five are kept', () => {
    const kept = ['A', 'B', 'C', 'D', 'E', 'F'].map((key, at) => ({
      key,
      draft: { saved_at: at, base: null, tab: key === 'C' ? 'this tab' : 'another', values: {} },
    }))
    expect(offeredDrafts(kept, 'this tab').map(({ key }) => key)).to.deep.equal(['C', 'F', 'E', 'D', 'B', 'A'])
    expect(tooMany(kept).map(({ key }) => key)).to.deep.equal(['A'])
  })
})
