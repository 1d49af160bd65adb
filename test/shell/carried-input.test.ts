import type { Field, FormDefinition } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { carriedInput, leftOverInput } from '../../host/shell/src/form/carried-input.ts'
import { itemForm } from './item-form.ts'

const text: Field = { kind: 'text', label: 'Name' }
const number: Field = { kind: 'number', label: 'Count' }
const euros: Field = { kind: 'money', label: 'Price', currency: 'EUR' }
const yen: Field = { kind: 'money', label: 'Price', currency: 'JPY' }
const status = (...values: string[]): Field => ({
  kind: 'select',
  label: 'Status',
  options: values.map((value) => ({ value, label: value })),
})
const client = (list_path: string): Field => ({
  kind: 'relation',
  label: 'Client',
  relation: { list_path, title_attribute: 'name' },
})

const form = (fields: FormDefinition['fields']): FormDefinition => ({ ...itemForm('POST'), fields })

describe('input in a form that changes', () => {
  it('stays in fields that are still there, and is left over if its field is gone', () => {
    const input = { name: { value: 'Oak lamp', field: text }, notes: { value: 'By the door', field: text } }
    const now = form({ name: { kind: 'textarea', label: 'Name of the lamp' } })
    expect(carriedInput(now, input)).to.deep.equal({ name: 'Oak lamp' })
    expect(leftOverInput(now, input)).to.deep.equal([{ name: 'notes', value: 'By the door', field: text }])
  })

  it('returns when its field returns', () => {
    const input = { notes: { value: 'By the door', field: text } }
    expect(carriedInput(form({}), input)).to.deep.equal({})
    expect(carriedInput(form({ notes: text }), input)).to.deep.equal({ notes: 'By the door' })
    expect(leftOverInput(form({ notes: text }), input)).to.deep.equal([])
  })

  const cases: [string, Field, unknown, Field, boolean][] = [
    ['an option that is still offered', status('draft', 'active'), 'draft', status('draft'), true],
    ['an option that is not offered any more', status('draft', 'active'), 'active', status('draft'), false],
    ['a text that has become an option', text, 'draft', status('draft'), true],
    ['a text in place of a number', number, 5, text, false],
    ['a number in place of a text', text, '5', number, false],
    ['an amount in the same currency', euros, 500, euros, true],
    ['an amount in another currency', euros, 500, yen, false],
    ['a number that has become an amount', number, 500, euros, false],
    ['a record of the same list', client('/a'), 5, client('/a'), true],
    ['a record of another list', client('/a'), 5, client('/b'), false],
  ]
  for (const [what, then, value, now, isKept] of cases) {
    it(`${isKept ? 'keeps' : 'does not keep'} ${what}`, () => {
      const input = { it: { value, field: then } }
      expect(carriedInput(form({ it: now }), input)).to.deep.equal(isKept ? { it: value } : {})
      expect(leftOverInput(form({ it: now }), input)).to.have.length(isKept ? 0 : 1)
    })
  }

  it('is not left over if its field was emptied before it went', () => {
    expect(leftOverInput(form({}), { notes: { value: '', field: text } })).to.deep.equal([])
  })
})
