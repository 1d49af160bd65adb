import { AsyncLocalStorage } from 'node:async_hooks'
import { expect } from 'chai'
import { deadlines, type Timed } from '../../../../host/base/lifetime/index.ts'
import { until } from '../../../helpers/until.ts'

/** Adds something that takes this many milliseconds at most, and says what becomes of it. */
function limited(milliseconds: number, onLate: () => void = () => undefined) {
  const state = { isLate: false }
  const timed: Timed = {
    endsAt: performance.now() + milliseconds,
    onLate: () => {
      state.isLate = true
      onLate()
    },
  }
  deadlines.add(timed)
  return { state, timed }
}

describe('what has a time limit', () => {
  it('is told once the time is over, and not before', async () => {
    const begun = performance.now()
    const { state } = limited(60)
    await until('it to be late', () => state.isLate)
    expect(performance.now() - begun).to.be.at.least(60)
  })

  it('is left alone if it has ended, also by another one that is late', async () => {
    const ended = limited(1)
    deadlines.delete(ended.timed)
    const last = limited(100)
    const by = limited(20, () => deadlines.delete(other.timed))
    const other = limited(20)
    await until('the last one to be late', () => last.state.isLate)
    expect([ended, by, other].map(({ state }) => state.isLate)).to.deep.equal([false, true, false])
  })

  it('is told outside of the call that made it', async () => {
    const calls = new AsyncLocalStorage<string>()
    let call: string | undefined = 'not told'
    calls.run('a call', () => limited(1, () => (call = calls.getStore())))
    await until('it to be late', () => call !== 'not told')
    expect(call).to.equal(undefined)
  })
})
