import { expect } from 'chai'
import { fieldStates } from '../../host/shell/src/form/field-states.ts'
import { similarQuery } from '../../host/shell/src/form/similar-query.ts'
import { itemForm } from './item-form.ts'

const PATH = '/api/v1/template/items/similar'

const definition = {
  ...itemForm('POST'),
  similar_path: `${PATH}?status={status}&name={name}&mail={email}&card={card}`,
}

function asked(values: Record<string, unknown>) {
  const all = { status: 'draft', gift: false, ...values }
  return similarQuery(definition, all, fieldStates(definition, { values: all, record: null }))
}

describe('the question for records like the one that is being entered', () => {
  it('is not asked before anything is entered, or by a form without one', () => {
    expect(asked({})).to.equal(null)
    const values = { name: 'A' }
    const states = fieldStates(definition, { values, record: null })
    expect(similarQuery(itemForm('POST'), values, states)).to.equal(null)
  })

  it('has the fields with a value, under the names of the parameters', () => {
    expect(asked({ name: 'A & B', email: '' })).to.equal(`${PATH}?status=draft&name=A+%26+B`)
    expect(asked({ email: 'a@x.example' })).to.equal(`${PATH}?status=draft&mail=a%40x.example`)
  })

  it('leaves out a value that is not valid yet, which the host would refuse', () => {
    expect(asked({ name: 'A', email: 'a@' })).to.equal(`${PATH}?status=draft&name=A`)
    expect(asked({ email: 'a@' })).to.equal(null)
  })

  it('leaves out what a hidden field has', () => {
    expect(asked({ name: 'A', card: 'Hello' })).to.equal(`${PATH}?status=draft&name=A`)
    expect(asked({ card: 'Hello' })).to.equal(null)
  })
})
