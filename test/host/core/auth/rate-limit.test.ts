import { expect } from 'chai'
import { createRateLimit, networkOf } from '../../../../host/core/auth/create-rate-limit.ts'
import { movableClock } from '../../../helpers/movable-clock.ts'

describe('A rate limit', () => {
  const start = () => {
    const clock = { now: 1_000_000 }
    const limit = createRateLimit({ points: 10, seconds: 5, now: () => clock.now })
    const taken = (key: string, times: number) => {
      for (let count = 0; count < times; count++) limit(key)
    }
    return { clock, limit, taken }
  }

  it('lets a burst through, and says how long to wait for the next', () => {
    const { limit, taken } = start()
    taken('ada', 10)
    expect(() => limit('ada'))
      .to.throw('Wait 1 s')
      .with.include({ code: 'too_many_requests', status: 429, retryable: true })
    expect(() => limit('ada'))
      .to.throw()
      .with.nested.property('options.headers.Retry-After', '1')
  })

  it('replenishes evenly, and never beyond the burst', () => {
    const { clock, limit, taken } = start()
    taken('ada', 10)
    clock.now += 500
    taken('ada', 1)
    expect(() => limit('ada')).to.throw()
    clock.now += 3_600_000
    taken('ada', 10)
    expect(() => limit('ada')).to.throw()
  })

  it('refuses nobody because the clock of the machine was set back by a day', () => {
    const clock = movableClock()
    try {
      const limit = createRateLimit({ points: 10, seconds: 5 })
      limit('ada')
      clock.setBack(86_400_000)
      limit('ada')
    } finally {
      clock.undo()
    }
  })

  it('counts each key separately', () => {
    const { taken } = start()
    taken('ada', 10)
    taken('bob', 10)
  })

  it('does not extend the wait of refused callers', () => {
    const { clock, limit, taken } = start()
    taken('ada', 10)
    for (let count = 0; count < 100; count++) expect(() => limit('ada')).to.throw()
    clock.now += 500
    taken('ada', 1)
  })
})

describe('The network of an address', () => {
  const networks = [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ] as const
  for (const [address, network] of networks) {
    it(`of [${address}] is [${network}]`, () => expect(networkOf(address)).to.equal(network))
  }
})
