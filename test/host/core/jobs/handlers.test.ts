import { expect } from 'chai'
import { type Handler, Handlers } from '../../../../host/core/jobs/handlers.ts'
import { Hold } from '../../../../host/base/lifetime/index.ts'

const handler = (lease: Hold, { kind = 'event', name = 'clients.created' }: Partial<Handler> = {}): Handler => ({
  plugin: 'fleet',
  kind,
  name,
  lease,
  run: () => undefined,
})

describe('The handlers of a host', () => {
  const place = { plugin: 'fleet', kind: 'event', name: 'clients.created' } as const

  it('are those of the latest generation, by name', () => {
    const handlers = new Handlers()
    const [former, next] = [new Hold(), new Hold()]
    const other = handler(former, { name: 'clients.deleted' })
    for (const each of [handler(former), handler(former), other]) handlers.add(each)
    const latest = handler(next)
    handlers.add(latest)
    expect(handlers.of(place)).to.deep.equal([latest])
    expect(handlers.names('fleet', 'event')).to.have.members(['clients.created', 'clients.deleted'])
  })

  it('do not confuse an event with a job of the same name', () => {
    const handlers = new Handlers()
    handlers.add(handler(new Hold(), { kind: 'job' }))
    expect(handlers.of(place)).to.be.empty
    expect(handlers.names('fleet', 'job')).to.deep.equal(['clients.created'])
  })

  it('are removed once, however often the undo is called', () => {
    const handlers = new Handlers()
    const undo = handlers.add(handler(new Hold()))
    undo()
    expect(handlers.has('fleet')).to.equal(false)
    const next = handler(new Hold())
    handlers.add(next)
    undo()
    expect(handlers.of(place)).to.deep.equal([next])
  })

  it('exclude those of an ending generation', () => {
    const handlers = new Handlers()
    const lease = new Hold()
    handlers.add(handler(lease))
    lease.end()
    expect(handlers.of(place)).to.be.empty
  })
})
