import { expect } from 'chai'
import { IdempotencyKeys } from '../../host/shell/src/form/submission.ts'

describe('the idempotency key of an attempt to submit', () => {
  it('is the same for the same content, so that a retry creates nothing twice', () => {
    const keys = new IdempotencyKeys()
    expect(keys.keyFor('{"name":"a"}')).to.equal(keys.keyFor('{"name":"a"}'))
  })

  it('is a new one for other content, for another form, and after the host has answered', () => {
    const keys = new IdempotencyKeys()
    const first = keys.keyFor('a')
    const other = keys.keyFor('b')
    keys.forget()
    const seen = [first, other, keys.keyFor('b'), new IdempotencyKeys().keyFor('a')]
    expect(new Set(seen).size).to.equal(4)
    for (const key of seen) expect(key).to.match(/^[\x21-\x7e]{16,255}$/)
  })
})
