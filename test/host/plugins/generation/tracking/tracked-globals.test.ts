import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { trackedGlobals } from '../../../../../host/plugins/generation/tracking/tracked-globals.ts'
import type { TrackedTimerPromises } from '../../../../../host/plugins/generation/tracking/tracked-timer-promises.ts'
import type { TrackedTimers } from '../../../../../host/plugins/generation/tracking/tracked-timers.ts'

type Functions = TrackedTimers & { fetch: typeof fetch }

function track(options: { signal?: AbortSignal; fetch?: typeof fetch } = {}) {
  const { functions, modules, dispose } = trackedGlobals({ directory: import.meta.dirname, ...options })
  const kinds = () => dispose().map((leftover) => leftover.kind)
  return { ...(functions as unknown as Functions), modules, dispose, kinds }
}

/** Resolves with the arguments and the `this` that a timer passes to its callback. */
function fired(start: (callback: (this: unknown, ...given: unknown[]) => void) => unknown) {
  return new Promise<{ self: unknown; given: unknown[]; timer: unknown }>((resolve) => {
    const timer: unknown = start(function (this: unknown, ...given) {
      resolve({ self: this, given, timer })
    })
  })
}

describe('the tracked timers', () => {
  it('call back with the same arguments and `this` as those of Node', async () => {
    const { setTimeout, setImmediate, kinds } = track()
    const late = await fired((callback) => setTimeout(callback, 1, 'a', 2))
    expect(late.given).to.deep.equal(['a', 2])
    expect(late.self).to.equal(late.timer)
    const next = await fired((callback) => setImmediate(callback, 'b'))
    expect(next.given).to.deep.equal(['b'])
    expect(kinds()).to.deep.equal([])
  })

  it('are instances of Node’s classes, with no visible additions', () => {
    const { setTimeout, setInterval, setImmediate, dispose } = track()
    const native = globalThis.setTimeout(() => undefined, 5)
    expect(setTimeout(() => undefined, 5)).to.be.instanceOf(native.constructor)
    expect(setInterval(() => undefined, 5)).to.be.instanceOf(native.constructor)
    expect(setImmediate(() => undefined).constructor.name).to.equal('Immediate')
    expect(Object.keys(setTimeout(() => undefined, 5))).to.deep.equal(Object.keys(native))
    clearTimeout(native)
    dispose()
  })

  it('refuse a callback that is not a function with Node’s error', () => {
    const { setTimeout, setInterval, setImmediate } = track()
    for (const start of [setTimeout, setInterval, setImmediate]) {
      expect(() => start('code' as never))
        .to.throw(TypeError, 'callback')
        .with.property('code', 'ERR_INVALID_ARG_TYPE')
    }
  })

  it('can be cleared in every way that Node supports', () => {
    const { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate, kinds } = track()
    const fail = () => expect.fail('fired')
    clearTimeout(setTimeout(fail, 1))
    clearInterval(setInterval(fail, 1))
    clearInterval(setTimeout(fail, 1))
    clearImmediate(setImmediate(fail))
    clearTimeout(Number(setTimeout(fail, 1)))
    clearTimeout(String(Number(setTimeout(fail, 1))))
    setTimeout(fail, 1).close()
    setTimeout(fail, 1)[Symbol.dispose]()
    setImmediate(fail)[Symbol.dispose]()
    clearTimeout(undefined)
    clearTimeout(null)
    clearTimeout('no timer')
    expect(kinds()).to.deep.equal([])
  })

  it('support ref, unref and hasRef', () => {
    const { setTimeout, setImmediate, dispose } = track()
    expect(
      setTimeout(() => undefined, 1000)
        .unref()
        .hasRef(),
    ).to.equal(false)
    expect(
      setImmediate(() => undefined)
        .unref()
        .hasRef(),
    ).to.equal(false)
    dispose()
  })

  it('run again when refreshed after firing, but not after being cleared', async () => {
    const { setTimeout, clearTimeout, kinds } = track()
    const { timer } = await fired((callback) => setTimeout(callback, 1))
    const { timer: cleared } = await fired((callback) => setTimeout(callback, 1))
    ;(timer as NodeJS.Timeout).refresh()
    clearTimeout(cleared as NodeJS.Timeout)
    ;(cleared as NodeJS.Timeout).refresh()
    expect(kinds()).to.deep.equal(['timeout'])
  })

  it('can be refreshed from their own callback', async () => {
    const { setTimeout, kinds } = track()
    let calls = 0
    const again = await new Promise<() => string[]>((resolve) => {
      setTimeout(function (this: unknown) {
        calls += 1
        if (calls < 3) (this as NodeJS.Timeout).refresh()
        else resolve(kinds)
      }, 1)
    })
    expect([calls, again()]).to.deep.equal([3, []])
  })

  it('leave timers started elsewhere alone', () => {
    const one = track()
    const other = track()
    const timer = one.setTimeout(() => undefined, 1000)
    other.dispose()
    expect(one.kinds()).to.deep.equal(['timeout'])
    other.clearTimeout(timer)
  })

  it('are stopped by dispose, which reports the remaining timers and where they were started', async () => {
    const { setTimeout, setInterval, setImmediate, dispose } = track()
    const calls: string[] = []
    setTimeout(() => calls.push('timeout'), 1)
    setInterval(() => calls.push('interval'), 1)
    setImmediate(() => calls.push('immediate'))
    const leftovers = dispose()
    expect(leftovers.map(({ kind, where }) => [kind, where?.file])).to.deep.equal([
      ['timeout', 'tracked-globals.test.ts'],
      ['interval', 'tracked-globals.test.ts'],
      ['immediate', 'tracked-globals.test.ts'],
    ])
    expect(leftovers[1]?.where?.line).to.equal(leftovers[0]!.where!.line! + 1)
    await sleep(20)
    expect(calls).to.deep.equal([])
    expect(dispose()).to.deep.equal([])
  })

  it('start nothing after dispose', async () => {
    const { setTimeout, setInterval, setImmediate, dispose, kinds } = track()
    const { timer } = await fired((callback) => setTimeout(callback, 1))
    dispose()
    const calls: string[] = []
    setTimeout(() => calls.push('timeout'), 1)
    setInterval(() => calls.push('interval'), 1)
    setImmediate(() => calls.push('immediate'))
    ;(timer as NodeJS.Timeout).refresh()
    await sleep(20)
    expect([calls, kinds()]).to.deep.equal([[], []])
  })
})

describe('the tracked timer promises', () => {
  it('are what promisify returns for the timers', async () => {
    const { setTimeout, setImmediate, kinds } = track()
    expect(await promisify(setTimeout as typeof globalThis.setTimeout)(1, 'value')).to.equal('value')
    expect(await promisify(setImmediate as typeof globalThis.setImmediate)('soon')).to.equal('soon')
    expect(kinds()).to.deep.equal([])
  })

  it('are what node:timers and node:timers/promises export under each name', () => {
    const { modules, setTimeout } = track()
    expect(Object.keys(modules).sort()).to.deep.equal([
      'node:process',
      'node:timers',
      'node:timers/promises',
      'process',
      'timers',
      'timers/promises',
    ])
    expect(modules['node:timers']).to.include({ setTimeout })
    expect(modules['timers']?.default).to.include({ setTimeout, promises: modules['timers/promises']?.default })
  })

  it('reject with the caller’s reason when the caller aborts', async () => {
    const { modules, kinds } = track()
    const timers = modules['timers/promises'] as unknown as TrackedTimerPromises
    const controller = new AbortController()
    const waiting = timers.setTimeout(60_000, undefined, { signal: controller.signal })
    controller.abort()
    expect(await waiting.catch((error: Error) => error.name)).to.equal('AbortError')
    expect(kinds()).to.deep.equal([])
  })

  it('tick the requested number of times, and work as a scheduler', async () => {
    const { modules, kinds } = track()
    const timers = modules['timers/promises'] as unknown as TrackedTimerPromises
    const ticks: string[] = []
    for await (const tick of timers.setInterval(1, 'tick')) {
      ticks.push(tick)
      if (ticks.length === 3) break
    }
    await timers.scheduler.wait(1)
    await timers.scheduler.yield()
    expect(ticks).to.deep.equal(['tick', 'tick', 'tick'])
    expect(kinds()).to.deep.equal([])
  })

  it('never settle after dispose, so that there are no unhandled rejections', async () => {
    const { modules, kinds } = track()
    const timers = modules['timers/promises'] as unknown as TrackedTimerPromises
    const settled: string[] = []
    const note = (what: string) => () => settled.push(what)
    timers.setTimeout(5).then(note('timeout'), note('timeout rejected'))
    const interval = timers.setInterval(5)[Symbol.asyncIterator]()
    interval.next().then(note('interval'), note('interval rejected'))
    expect(kinds()).to.deep.equal(['timeout', 'interval'])
    timers.setImmediate().then(note('immediate'), note('immediate rejected'))
    await sleep(30)
    expect(settled).to.deep.equal([])
  })
})

describe('the tracked fetch', () => {
  async function withServer(work: (url: string) => Promise<void>): Promise<void> {
    const server = createServer((request, response) => {
      if (request.url === '/answer') response.end('answered')
      if (request.url === '/stream') response.write('begun')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    try {
      await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }
  const nameOf = (error: Error) => error.name

  it('fetches', () =>
    withServer(async (url) => {
      const { fetch, kinds } = track()
      expect(await (await fetch(`${url}/answer`)).text()).to.equal('answered')
      expect(kinds()).to.deep.equal([])
    }))

  it('aborts pending requests when it is disposed', () =>
    withServer(async (url) => {
      const { fetch, kinds } = track()
      const waiting = fetch(`${url}/never`).catch(nameOf)
      expect(kinds()).to.deep.equal(['fetch'])
      expect(await waiting).to.equal('AbortError')
    }))

  it('aborts streaming responses with the signal of the generation', () =>
    withServer(async (url) => {
      const generation = new AbortController()
      const { fetch } = track({ signal: generation.signal })
      const response = await fetch(`${url}/stream`)
      generation.abort()
      expect(await response.text().catch(nameOf)).to.equal('AbortError')
    }))

  it('obeys the caller’s signal, in the request or in the options', () =>
    withServer(async (url) => {
      const { fetch } = track()
      const signal = AbortSignal.abort()
      expect(await fetch(`${url}/never`, { signal }).catch(nameOf)).to.equal('AbortError')
      expect(await fetch(new Request(`${url}/never`, { signal })).catch(nameOf)).to.equal('AbortError')
    }))

  it('uses the fetch function passed to it', async () => {
    const asked: unknown[] = []
    const guarded: typeof fetch = async (input) => {
      asked.push(input)
      return new Response('guarded')
    }
    const { fetch } = track({ fetch: guarded })
    expect(await (await fetch('https://example.org/')).text()).to.equal('guarded')
    expect(asked).to.deep.equal(['https://example.org/'])
  })
})
