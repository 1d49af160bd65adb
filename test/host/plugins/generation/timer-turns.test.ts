import { AsyncLocalStorage } from 'node:async_hooks'
import { expect } from 'chai'
import { TimerTurns } from '../../../../host/plugins/generation/timer-turns.ts'

/** Milliseconds that a run keeps the event loop. */
const BUSY = 4

function busy(): void {
  const end = performance.now() + BUSY
  while (performance.now() < end) continue
}

describe('The timers of one plugin', () => {
  it('run at once if there are few, and leave the event loop to others if there are many', async () => {
    const turns = new TimerTurns(new AbortController().signal)
    const spans: [begun: number, ended: number][] = []
    const run = async () => {
      const begun = performance.now()
      busy()
      spans.push([begun, performance.now()])
    }
    const runs = Array.from({ length: 6 }, () => turns.take(run))
    // Others need not wait either if the machine stands still between two of them.
    expect(spans, 'the first does not wait, the last does').to.have.length.within(1, 5)
    await Promise.all(runs)
    const pauses = spans.slice(1).map(([begun], index) => begun - (spans[index]?.[1] ?? 0))
    for (const pause of pauses) expect(pause).to.be.at.least(2 * BUSY)
  })

  it('keep their own asynchronous context and outcome while they wait', async () => {
    const turns = new TimerTurns(new AbortController().signal)
    const context = new AsyncLocalStorage<number>()
    const seen: unknown[] = []
    const run = async () => {
      seen.push(context.getStore())
      if (context.getStore() === 2) throw new Error('no fuel')
    }
    const ends = await Promise.allSettled([1, 2, 3].map((value) => context.run(value, () => turns.take(run))))
    expect(seen).to.deep.equal([1, 2, 3])
    expect(ends.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('do not run after their end', async () => {
    const ending = new AbortController()
    const turns = new TimerTurns(ending.signal)
    let runs = 0
    const run = async () => {
      runs += 1
      busy()
    }
    for (let taken = 0; taken < 6; taken += 1) void turns.take(run)
    ending.abort()
    const runsBefore = runs
    expect(runsBefore, 'the last of them waits').to.be.below(6)
    await new Promise((resolve) => setTimeout(resolve, 10 * BUSY))
    expect(runs).to.equal(runsBefore)
  })
})
