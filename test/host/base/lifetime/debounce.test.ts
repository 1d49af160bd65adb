import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { debounce, singleFlight, TurnNotes } from '../../../../host/base/lifetime/index.ts'

describe('A debounced call', () => {
  it('runs the work once for a burst, at the end of the turn', async () => {
    let runs = 0
    const ask = debounce(() => void runs++)
    ask()
    ask()
    expect(runs).to.equal(0)
    await turn()
    expect(runs).to.equal(1)
    ask()
    await turn()
    expect(runs).to.equal(2)
  })

  it('waits until the burst has been over for the given time', async () => {
    const events = new EventTarget()
    const ask = debounce(() => void events.dispatchEvent(new Event('done')), 5)
    const done = once(events, 'done')
    ask()
    ask()
    await done
  })

  it('can be cancelled', async () => {
    let runs = 0
    const ask = debounce(() => void runs++)
    ask()
    ask.cancel()
    await turn()
    expect(runs).to.equal(0)
  })
})

describe('The notes of a turn', () => {
  it('are handed over once, merged by key in the order of their first note', async () => {
    const taken: [string, string][][] = []
    const notes = new TurnNotes<string, string>((all) => taken.push([...all]))
    notes.add('a', '1')
    notes.add('b', '2')
    notes.add('a', '3', (former) => `${former}+3`)
    await turn()
    expect(taken).to.deep.equal([
      [
        ['a', '1+3'],
        ['b', '2'],
      ],
    ])
  })
})

describe('Work in single flight', () => {
  it('runs once more for all calls that come while it runs', async () => {
    let runs = 0
    const ask = singleFlight(async () => {
      runs += 1
      await turn()
    })
    await Promise.all([ask(), ask(), ask()])
    expect(runs).to.equal(2)
  })
})
