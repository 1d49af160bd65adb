import type { FormDefinition } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { prefilledValues } from '../../host/shell/src/form/form-values.ts'

const text = { kind: 'text', label: '' } as const
const definition: FormDefinition = {
  id: 'visits-create-1',
  resource_id: 'visits',
  operation: 'create',
  submit: { method: 'POST', path: '/api/v1/practice/visits' },
  revision: '12345678',
  schema: {
    type: 'object',
    properties: {
      subject: { type: 'string' },
      room_id: { type: 'integer' },
      price: { type: 'number' },
      urgent: { type: 'boolean' },
      status: { enum: ['planned', 'over'] },
      tags: { type: 'array' },
      owner: { type: 'string' },
    },
  },
  fields: { subject: text, room_id: text, price: text, urgent: text, status: text, tags: text },
  layout: [],
}
const read = (query: string) => prefilledValues(definition, new URLSearchParams(query))

describe('the values of a new record in an address', () => {
  it('are read by the schema of the form', () => {
    expect(read('subject=Choir&room_id=3&price=1.5&urgent=true&status=over')).to.deep.equal({
      subject: 'Choir',
      room_id: 3,
      price: 1.5,
      urgent: true,
      status: 'over',
    })
  })

  it('are ignored if they are invalid, or the form has no such field', () => {
    expect(read('room_id=3.5&price=much&urgent=1&status=new&tags=a&owner=me&subject=')).to.deep.equal({})
    expect(read('_date=2026-11-20')).to.deep.equal({})
  })
})
