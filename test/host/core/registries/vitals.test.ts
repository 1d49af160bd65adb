import { expect } from 'chai'
import { Hold } from '../../../../host/base/lifetime/index.ts'
import type { Operation } from '../../../../host/core/registries/index.ts'
import { BOUNDS, Latencies, quantileOf } from '../../../../host/core/registries/latencies.ts'
import { Vitals } from '../../../../host/core/registries/vitals.ts'

const operation = (path: string, lease = new Hold()) =>
  ({ owner: 'fleet', method: 'GET', path, name: `GET ${path}`, lease }) as unknown as Operation

describe('The vitals of a plugin', () => {
  const lease = new Hold()
  const vans = operation('/api/v1/fleet/vans', lease)
  const asked = { operation: vans, method: 'GET', route: vans.path }
  let vitals: Vitals
  beforeEach(() => {
    vitals = new Vitals()
    vitals.begin('fleet', { lease })
  })

  it('count requests, and errors of the server only', () => {
    for (const status of [200, 404, 500, 503, 'aborted'] as const) vitals.request({ ...asked, status, ms: 3 })
    expect(vitals.of('fleet')).to.deep.include({ requests: 5, errors: 2 })
    expect(vitals.of('shop')).to.equal(undefined)
  })

  it('have the time within which 95 % were answered, to an eighth', () => {
    expect(vitals.of('fleet')).to.not.have.property('p95_ms')
    for (let ms = 1; ms <= 1_000; ms++) vitals.request({ ...asked, status: 200, ms })
    expect(vitals.of('fleet')?.p95_ms).to.be.within(950 / 1.13, 950 * 1.13)
  })

  it('look back five minutes', () => {
    vitals.request({ ...asked, status: 500, ms: 3 })
    for (let minute = 1; minute < 5; minute++) vitals.turn()
    expect(vitals.of('fleet')).to.deep.include({ requests: 1, errors: 1 })
    vitals.turn()
    expect(vitals.of('fleet')).to.deep.include({ requests: 0, errors: 0 })
  })

  it('begin anew with each generation, and end with the last one', () => {
    vitals.request({ ...asked, status: 200, ms: 3 })
    const next = new Hold()
    vitals.begin('fleet', { lease: next })
    vitals.request({ ...asked, status: 200, ms: 3 })
    expect(vitals.of('fleet')?.requests).to.equal(0)
    vitals.request({ ...asked, operation: operation(vans.path, next), status: 200, ms: 3 })
    expect(vitals.of('fleet')?.requests).to.equal(1)
    vitals.end('fleet')
    expect(vitals.of('fleet')).to.equal(undefined)
  })

  it('go on counting routes, loads and the time on the event loop when it is reloaded', () => {
    const held = new Hold()
    vitals.begin('fleet', { lease: held })
    held.loopMs = 40
    vitals.request({ ...asked, status: 200, ms: 3 })
    const next = new Hold()
    vitals.failed('fleet')
    vitals.begin('fleet', { lease: next })
    next.loopMs = 2
    vitals.request({ ...asked, operation: operation(vans.path, next), status: 200, ms: 3 })
    expect([...vitals.routes()].map(({ statuses }) => statuses.get(200))).to.deep.equal([2])
    expect(vitals.plugins()[0]?.[1]).to.deep.include({ committed: 3, failed: 1, loopMs: 42 })
  })

  it('count at most 2,000 routes one by one, and the others together', () => {
    for (let route = 0; route < 3_000; route++)
      vitals.request({ ...asked, operation: operation(`/api/v1/fleet/${route}`), status: 200, ms: 1 })
    const routes = [...vitals.routes()]
    expect(routes).to.have.length(2_001)
    expect(routes.at(-1)).to.deep.include({ owner: 'other', method: 'other', route: 'other' })
    expect(routes.at(-1)?.statuses.get(200)).to.equal(1_000)
  })

  it('count at most 20 statuses of a route one by one', () => {
    for (let status = 200; status < 300; status++) vitals.request({ ...asked, status, ms: 1 })
    const [route] = vitals.routes()
    expect([route?.statuses.size, route?.statuses.get('other')]).to.deep.equal([21, 80])
  })

  it('take methods that no operation has as one', () => {
    for (const method of ['PROPFIND', 'MKCOL'])
      vitals.request({ operation: undefined, method, route: '-', status: 404, ms: 1 })
    expect([...vitals.routes()].map(({ method }) => method)).to.deep.equal(['other'])
  })
})

describe('Latencies', () => {
  it('are counted in the bucket whose bound they do not exceed', () => {
    const latencies = new Latencies()
    for (const ms of [0, 0.1, 1, 1.01, 10_000, 10_001]) latencies.note(ms)
    const counted = [...latencies.counts.entries()].filter(([, count]) => count > 0)
    expect(counted.map(([bucket, count]) => [BOUNDS[bucket], count])).to.deep.equal([
      [0.1, 2],
      [1, 1],
      [1.25, 1],
      [10_000, 1],
      [undefined, 1],
    ])
    expect(quantileOf(latencies.counts, 1)).to.equal(10_000)
  })
})
