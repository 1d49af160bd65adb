import type { FormDefinition } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { fieldStates } from '../../host/shell/src/form/field-states.ts'
import { initialValues } from '../../host/shell/src/form/form-values.ts'
import { itemForm } from './item-form.ts'

const create = itemForm('POST', ['name'])

function statesOf(values: Record<string, unknown>, definition: FormDefinition = create) {
  return fieldStates(definition, { values: { ...initialValues(definition, null), ...values }, record: null })
}

describe('the states of fields', () => {
  it('follow the conditions as values change', () => {
    expect(statesOf({ status: 'draft' }).notes?.isVisible).to.be.false
    expect(statesOf({ status: 'active' }).notes?.isVisible).to.be.true
    expect(statesOf({ status: 'retired' }).sku?.isDisabled).to.be.true
  })

  it('require what the schema or a condition requires, except hidden fields', () => {
    expect(statesOf({}).name?.isRequired).to.be.true
    expect(statesOf({ gift: true }).card).to.deep.equal({ isVisible: true, isRequired: true, isDisabled: false })
    expect(statesOf({ gift: false }).card).to.deep.include({ isVisible: false, isRequired: false })
    expect(statesOf({}, itemForm('POST', ['notes'])).notes?.isRequired).to.be.false
  })

  it('treat a condition on an absent field as not met', () => {
    const fields = {
      ...create.fields,
      name: { kind: 'text', label: 'Name', visible_when: { field: 'price', schema: {} } },
    }
    const definition = { ...create, fields } as FormDefinition
    expect(statesOf({}, definition).name?.isVisible).to.be.false
    expect(statesOf({ price: 100 }, definition).name?.isVisible).to.be.true
  })

  it('hide fields that depend on a hidden field', () => {
    const sku = { kind: 'text', label: 'SKU', visible_when: { field: 'card', schema: { const: 'yes' } } }
    const definition = { ...create, fields: { ...create.fields, sku } } as FormDefinition
    expect(statesOf({ gift: true, card: 'yes' }, definition).sku?.isVisible).to.be.true
    expect(statesOf({ gift: false, card: 'yes' }, definition).sku?.isVisible).to.be.false
  })

  it('are found even if conditions are circular', () => {
    const when = (field: string) => ({ kind: 'text', label: field, visible_when: { field, schema: {} } })
    const definition = { ...create, fields: { a: when('b'), b: when('a') } } as unknown as FormDefinition
    expect(statesOf({ a: 'x', b: 'y' }, definition).a?.isVisible).to.be.a('boolean')
  })

  it('use the record for a field that the form does not have', () => {
    const { status: _status, ...fields } = create.fields
    const definition = { ...create, fields }
    const states = fieldStates(definition, { values: {}, record: { id: 1, status: 'active' } })
    expect(states.notes?.isVisible).to.be.true
  })
})
