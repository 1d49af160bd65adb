import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { KeyRing } from '../../../../host/base/secrets/key-ring.ts'
import { openGiven, sealGiven } from '../../../../host/core/bulk/given.ts'

describe('What a bulk action in the background changes', () => {
  const keys = new KeyRing(randomBytes(32))
  const kept = (body: unknown) => openGiven({ given: sealGiven(body, keys, 'r1'), request_id: 'r1' }, keys)

  it('is kept until its end, whether it changes fields or only adds to lists', () => {
    const bodies = [
      { changes: { price: 1 }, seen: { 1: { price: 2 } } },
      { add: { tags: ['vip'] } },
      { remove: { tags: ['old'] } },
    ]
    for (const body of bodies) expect(kept({ filter: '', ...body })).to.deep.equal(body)
  })

  it('is nothing for an action without changes', () => {
    expect(sealGiven({ filter: '' }, keys, 'r1')).to.equal(null)
  })
})
