import { expect } from 'chai'
import { sparsely } from '../../../../host/base/log/index.ts'

describe('sparsely', () => {
  it('reports a failure that comes again and again once a minute, and another one at once', () => {
    let now = 0
    const told: string[] = []
    const failed = sparsely(({ err, left_out }) => void told.push(`${(err as Error).message} ${left_out ?? 0}`), {
      now: () => now,
    })
    for (; now < 60_000; now += 400) failed(new Error('away'))
    failed(new Error('damaged'))
    failed(new Error('away'))
    expect(told).to.deep.equal(['away 0', 'damaged 0', 'away 149'])
  })

  it('remembers only a few messages', () => {
    let told = 0
    const failed = sparsely(() => void (told += 1), { now: () => 0 })
    for (let count = 0; count < 21; count += 1) failed(new Error(`failure ${count}`))
    failed(new Error('failure 0'))
    expect(told).to.equal(22)
  })
})
