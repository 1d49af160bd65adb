import type { FormDefinition } from '@atrium/sdk/documents'
import { expect } from 'chai'
import {
  afterOwnSave,
  draftKey,
  draftValues,
  offeredDrafts,
  together,
  tooMany,
} from '../../host/shell/src/form/draft.ts'

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

  it('keeps the value that each change was entered over, also when it is restored into one that was restored', () => {
    const changed = (name: string, version: number) => ({
      base: { record: { id: 1, name: `${name} ${version}`, notes: `notes ${version}` }, etag: `"1.${version}"` },
      values: { [name]: 'mine' },
    })
    const [first, second] = [changed('name', 1), changed('notes', 2)]
    const both = together(first, second)
    expect(both.values).to.deep.equal({ name: 'mine', notes: 'mine' })
    expect(both.base?.record).to.deep.equal({ id: 1, name: 'name 1', notes: 'notes 2' })
    expect(both.base?.etag).not.to.be.oneOf(['"1.1"', '"1.2"'])

    const others = together(changed('name', 3), changed('notes', 4))
    expect(together(others, both).base?.record).to.deep.equal({ id: 1, name: 'name 1', notes: 'notes 2' })
    expect(together(first, { ...second, values: {} })).to.deep.equal(first)
  })

  it('is based on what the same person has saved since, but not on what somebody else has saved', () => {
    const read = (version: number, name: string) => ({ record: { id: 1, name, notes: 'Old' }, etag: `"1.${version}"` })
    const draft = { saved_at: 0, base: read(1, 'Elm'), values: { notes: 'mine' } }
    const saved = { from: '"1.1"', to: read(2, 'Oak') }
    expect(afterOwnSave(draft, saved)).to.deep.equal({ ...draft, base: read(2, 'Oak') })
    expect(afterOwnSave(draft, { ...saved, from: '"1.3"' })).to.deep.equal(draft)
    expect(afterOwnSave({ ...draft, base: null }, saved)).to.deep.equal({ ...draft, base: null })
  })
})
