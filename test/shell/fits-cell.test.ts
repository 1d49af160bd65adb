import type { Field } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { fitsCell } from '../../host/shell/src/table/fits-cell.ts'

const text = (more: Partial<Field> = {}) => ({ kind: 'text', label: 'Name', ...more }) as Field

describe('A field that is changed in a list', () => {
  it('is about one value', () => {
    const fields = { name: text(), price: text({ kind: 'money', currency: 'EUR' }), file: text({ kind: 'file' }) }
    expect(Object.keys(fields).filter((name) => fitsCell(fields, name))).to.deep.equal(['name', 'price'])
  })

  it('is not one that the choices of another field depend on', () => {
    const relation = { list_path: '/api/v1/booking/specialists', title_attribute: 'name' }
    const choices_path = '/api/v1/booking/specialists?service_id={service_id}'
    const fields = { service_id: text(), specialist_id: text({ kind: 'relation', relation, choices_path }) }
    expect(fitsCell(fields, 'service_id')).to.equal(false)
    expect(fitsCell(fields, 'specialist_id')).to.equal(true)
  })

  it('is not one that shows, requires or disables another field', () => {
    const condition = { field: 'kind', schema: { const: 'company' } }
    for (const when of ['visible_when', 'required_when', 'disabled_when']) {
      const fields = { kind: text(), company: text({ [when]: condition }) }
      expect([fitsCell(fields, 'kind'), fitsCell(fields, 'company')], when).to.deep.equal([false, true])
    }
  })

  it('is one that the form has', () => {
    expect(fitsCell({ name: text() }, 'created_at')).to.equal(false)
  })
})
