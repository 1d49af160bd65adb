import type { FormDefinition } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { fieldStates } from '../../host/shell/src/form/field-states.ts'
import { initialValues } from '../../host/shell/src/form/form-values.ts'
import { multipartBody, submission } from '../../host/shell/src/form/submission.ts'
import { itemForm } from './item-form.ts'

interface Typed {
  record?: Record<string, unknown>
  values: Record<string, unknown>
}

function bodyOf(definition: FormDefinition, { record, values }: Typed) {
  const initial = initialValues(definition, record ?? null)
  const all = { ...initial, ...values }
  const states = fieldStates(definition, { values: all, record: record ?? null })
  return submission(definition, { values: all, states, initial })
}

const record = {
  id: 1,
  name: 'Lamp',
  status: 'active',
  price: 1000,
  notes: 'old',
  gift: true,
  card: 'hi',
  sku: 'A',
  email: 'a@b.c',
}

describe('the body of a form', () => {
  it('has, for a new record, all fields with a value, including defaults and toggles', () => {
    expect(bodyOf(itemForm('POST'), { values: { name: 'Lamp', email: '' } })).to.deep.equal({
      name: 'Lamp',
      status: 'draft',
      gift: false,
    })
  })

  it('never has hidden or disabled fields', () => {
    const values = { status: 'retired', notes: 'typed before', sku: 'B', gift: false, card: 'typed before' }
    expect(bodyOf(itemForm('PATCH'), { record, values })).to.deep.equal({ status: 'retired', gift: false })
  })

  it('has only the changed fields in a PATCH', () => {
    expect(bodyOf(itemForm('PATCH'), { record, values: {} })).to.deep.equal({})
    expect(bodyOf(itemForm('PATCH'), { record, values: { name: 'Lamp', price: 1001 } })).to.deep.equal({ price: 1001 })
  })

  it('has null in a PATCH for emptied fields, and leaves out those that were empty before', () => {
    expect(bodyOf(itemForm('PATCH'), { record, values: { notes: '', card: '' } })).to.deep.equal({
      notes: null,
      card: null,
    })
    expect(bodyOf(itemForm('PATCH'), { record: { ...record, notes: null }, values: { notes: '' } })).to.deep.equal({})
  })

  it('has all fields in a PUT', () => {
    const body = bodyOf(itemForm('PUT'), { record, values: { notes: '', card: '', price: undefined } })
    expect(body).to.deep.equal({
      name: 'Lamp',
      status: 'active',
      email: 'a@b.c',
      notes: null,
      gift: true,
      card: '',
      sku: 'A',
    })
  })

  it('has, for an action with any method, the entered values and the defaults', () => {
    const definition: FormDefinition = { ...itemForm('PATCH'), operation: 'action' }
    expect(bodyOf(definition, { values: { name: 'Lamp', email: '', sku: '' } })).to.deep.equal({
      name: 'Lamp',
      status: 'draft',
      gift: false,
    })
  })

  it('is multipart if the form has files, with the files last', async () => {
    const file = new File(['light'], 'lamp.png', { type: 'image/png' })
    const body = multipartBody({ file, name: 'Lamp', gift: false, tags: ['a', 'b'] })
    expect([...body.keys()]).to.deep.equal(['name', 'gift', 'tags', 'file'])
    expect([body.get('name'), body.get('gift'), body.get('tags')]).to.deep.equal(['Lamp', 'false', '["a","b"]'])
    expect(body.get('file')).to.include({ name: 'lamp.png', type: 'image/png' })
  })

  it('has only the changed fields on request, so that a secret that is not shown is not emptied', () => {
    const definition = itemForm('PUT')
    const values = { name: 'Lamp', price: undefined, notes: undefined }
    const states = fieldStates(definition, { values, record })
    const initial = { name: 'Lamp', price: 1000, notes: undefined }
    expect(submission(definition, { values, states, initial, changesOnly: true })).to.deep.equal({ price: null })
  })

  it('leaves out write-only fields without input, because their values were never shown', () => {
    const form = itemForm('PUT')
    const definition: FormDefinition = {
      ...form,
      schema: { type: 'object', properties: { name: { type: 'string' }, pin: { type: 'string', writeOnly: true } } },
      fields: { name: { kind: 'text', label: 'Name' }, pin: { kind: 'text', label: 'PIN' } },
    }
    expect(bodyOf(definition, { record, values: {} })).to.deep.equal({ name: 'Lamp' })
    expect(bodyOf(definition, { record, values: { pin: '1234' } })).to.deep.equal({ name: 'Lamp', pin: '1234' })
  })
})
