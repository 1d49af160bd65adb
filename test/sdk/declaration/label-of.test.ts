import { label_of } from '@atrium/sdk'
import { expect } from 'chai'

describe('The label that a name makes', () => {
  const labels = [
    ['created_at', 'Created at'],
    ['mark-paid', 'Mark paid'],
    ['client_id', 'Client'],
    ['id', 'ID'],
    ['base_url', 'Base URL'],
    ['oauth', 'OAuth'],
    ['apiary', 'Apiary'],
  ] as const
  for (const [name, label] of labels)
    it(`is ${label} for ${name}`, () => {
      expect(label_of(name)).to.equal(label)
    })
})
