import { expect } from 'chai'
import { dependentPath } from '../../host/shell/src/form/dependent-path.ts'
import { itemForm } from './item-form.ts'
import { fieldStates } from '../../host/shell/src/form/field-states.ts'

const definition = itemForm('PATCH')

function asked(
  path: string,
  {
    values = {},
    initial = {},
    record = null,
  }: Partial<Record<'values' | 'initial', object>> & { record?: Record<string, unknown> | null } = {},
  given = {},
) {
  const all = { ...values }
  const states = fieldStates(definition, { values: all, record })
  return dependentPath(path, { definition, values: all, initial: { ...initial }, record, states }, given)
}

describe('a path with values of other fields', () => {
  it('contains the values, encoded for a path and a query', () => {
    const { path, waitsFor } = asked('/shops/{name}/parts?price={price}', { values: { name: 'A/B & C', price: 100 } })
    expect([path, waitsFor]).to.deep.equal(['/shops/A%2FB%20%26%20C/parts?price=100', undefined])
  })

  it('names the label of the first field without a value', () => {
    expect(asked('/parts?name={name}&price={price}', { values: { name: 'A' } })).to.include({
      path: null,
      waitsFor: 'Price',
    })
  })

  it('does not use a hidden field', () => {
    expect(asked('/parts?notes={notes}', { values: { notes: 'x', status: 'draft' } }).waitsFor).to.equal('Notes')
  })

  it('names the record that an action is about, which its form does not edit', () => {
    const situation = { definition, values: {}, initial: {}, states: {}, record: null }
    expect(dependentPath('/items?id_ne={id}', { ...situation, subject: { id: 7 } }).path).to.equal('/items?id_ne=7')
    expect(dependentPath('/items?id_ne={id}', situation).path).to.equal('/items')
  })

  it('uses given values, and the record for fields that the form does not have', () => {
    const situation = { values: { name: 'A' }, record: { id: 7, shop_id: 3 } }
    const { path } = asked('/slots?shop={shop_id}&name={name}&from={from}', situation, { from: '2026-11-20' })
    expect(path).to.equal('/slots?shop=3&name=A&from=2026-11-20')
  })

  it('leaves out the record’s parameter if no record is edited', () => {
    const path = '/slots?name={name}&except={id}'
    const values = { name: 'A' }
    expect(asked(path, { values, record: { id: 7 } }).path).to.equal('/slots?name=A&except=7')
    expect(asked(path, { values }).path).to.equal('/slots?name=A')
    expect(asked('/slots?except={id}').path).to.equal('/slots')
  })

  it('has changed if one of the fields differs from its initial value', () => {
    const path = '/parts?name={name}&from={from}'
    expect(asked(path, { values: { name: 'A' }, initial: { name: 'A' } }, { from: 'x' }).hasChanged).to.equal(false)
    expect(asked(path, { values: { name: 'B' }, initial: { name: 'A' } }, { from: 'x' }).hasChanged).to.equal(true)
  })
})
