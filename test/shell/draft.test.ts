import type { FormDefinition } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { type Draft, draftKey, draftValues, withEarlier } from '../../host/shell/src/form/draft.ts'

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

  it('of a new record leads to those before it, at most five in all', () => {
    const drafts = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => ({ saved_at: 0, base: null, values: { name } }))
    let latest: Draft | null = null
    for (const draft of drafts) latest = withEarlier(draft, latest)
    const names: unknown[] = []
    for (let each: Draft | null | undefined = latest; each; each = each.earlier) names.push(each.values['name'])
    expect(names).to.deep.equal(['F', 'E', 'D', 'C', 'B'])
  })
})
