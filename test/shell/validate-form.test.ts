import type { FormDefinition } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { fieldStates } from '../../host/shell/src/form/field-states.ts'
import { initialValues } from '../../host/shell/src/form/form-values.ts'
import { serverErrors } from '../../host/shell/src/form/field-errors.ts'
import { validateForm } from '../../host/shell/src/form/validate-form.ts'
import { formatMoney } from '../../host/shell/src/values/money.ts'
import { itemForm } from './item-form.ts'

const definition = itemForm('POST', ['name', 'price'])
const fine = { name: 'Lamp', price: 1000 }

function errorsOf(values: Record<string, unknown>, form: FormDefinition = definition) {
  const all = { ...initialValues(form, null), ...values }
  return validateForm(form, all, fieldStates(form, { values: all, record: null }))
}

describe('the errors of a form', () => {
  it('are empty if all values are valid', () => {
    expect(errorsOf(fine)).to.deep.equal({})
  })

  it('name fields by their labels', () => {
    expect(errorsOf({})).to.deep.equal({ name: 'Name is required', price: 'Price is required' })
  })

  it('are in plain words, with amounts in their currency', () => {
    expect(errorsOf({ ...fine, name: 'x'.repeat(81) })).to.deep.equal({ name: 'At most 80 characters' })
    expect(errorsOf({ ...fine, price: 99 })).to.deep.equal({ price: `At least ${formatMoney(100, 'EUR')}` })
    expect(errorsOf({ ...fine, price: 1.5 })).to.deep.equal({ price: 'Enter a whole number' })
    expect(errorsOf({ ...fine, email: 'nobody' }).email).to.match(/e-mail address/)
    expect(errorsOf({ ...fine, status: 'gone' })).to.deep.equal({ status: 'Choose one of the options' })
    expect(errorsOf({ ...fine, sku: 'a1' })).to.deep.equal({ sku: 'This does not have the expected format' })
  })

  it('name rows of names and texts that would be lost: those without a name, and those with the same one', () => {
    const labels: FormDefinition = {
      ...definition,
      schema: { type: 'object', properties: { labels: { type: 'object', additionalProperties: { type: 'string' } } } },
      fields: { labels: { kind: 'key_value', label: 'Labels' } },
    }
    expect(errorsOf({ labels: { de: 'Lampe' } }, labels)).to.deep.equal({})
    expect(
      errorsOf(
        {
          labels: [
            ['de', 'Lampe'],
            ['', ''],
          ],
        },
        labels,
      ),
    ).to.deep.equal({})
    const twice = [
      ['de', 'Lampe'],
      ['de', 'Leuchte'],
    ]
    expect(errorsOf({ labels: twice }, labels)).to.deep.equal({ labels: 'Each name may be used only once' })
    expect(errorsOf({ labels: [['', 'Lampe']] }, labels)).to.deep.equal({ labels: 'Give each value a name' })
  })

  it('leave out hidden and disabled fields', () => {
    expect(errorsOf({ ...fine, status: 'draft', notes: 'x'.repeat(50) })).to.deep.equal({})
    expect(errorsOf({ ...fine, status: 'retired', sku: 'a1' })).to.deep.equal({})
  })

  it('follow the conditions of the form, and those that the host put into the schema', () => {
    expect(errorsOf({ ...fine, gift: true })).to.deep.equal({ card: 'Card is required' })
    const holds = { properties: { gift: { const: true } }, required: ['gift'] }
    const schema = { ...definition.schema, allOf: [{ if: holds, then: { required: ['card'] } }] }
    expect(errorsOf({ ...fine, gift: true }, { ...definition, schema })).to.deep.equal({ card: 'Card is required' })
    expect(errorsOf({ ...fine, gift: false }, { ...definition, schema })).to.deep.equal({})
  })
})

describe('the errors that the host found', () => {
  const shown = {
    definition,
    states: fieldStates(definition, { values: initialValues(definition, null), record: null }),
  }
  const problem = { type: '', title: '', status: 422, detail: 'The body is not valid.', code: 'validation_failed' }
  const rest = { message: '', request_id: 'r1', retryable: false }

  it('appear at their fields, and the rest above the form', () => {
    const errors = { name: 'There is a Lamp already.', secret: 'is odd', notes: 'is hidden' }
    expect(serverErrors({ ...problem, ...rest, errors }, shown)).to.deep.equal({
      fields: { name: 'There is a Lamp already.' },
      rest: ['secret: is odd', 'notes: is hidden'],
    })
  })

  it('come from `details` if there is no `errors`, and from `detail` if there are neither', () => {
    const details = [{ pointer: '/price', keyword: 'minimum', message: 'must be >= 100' }]
    expect(serverErrors({ ...problem, ...rest, details }, shown).fields).to.deep.equal({ price: 'must be >= 100' })
    expect(serverErrors({ ...problem, ...rest }, shown).rest).to.deep.equal(['The body is not valid.'])
  })
})
