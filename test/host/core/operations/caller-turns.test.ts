import { expect } from 'chai'
import type { EndTurn } from '../../../../host/base/lifetime/index.ts'
import { CallerTurns } from '../../../../host/core/operations/caller-turns.ts'
import { rejection } from '../../../helpers/rejection.ts'

describe('CallerTurns', () => {
  const endless = { atOnce: 4, longest: Infinity }
  /** Begins a turn that is free. */
  const begin = (turns: CallerTurns, caller: string) => turns.begin(caller, 'plugins') as EndTurn

  it('give one caller half of them; the rest is for others, and the next begins when one ends', async () => {
    const turns = new CallerTurns(endless)
    const [first] = [begin(turns, 'ada'), begin(turns, 'ada')]
    const third = turns.begin('ada', 'plugins')
    expect(third).to.be.instanceOf(Promise)
    expect(begin(turns, 'grace')).to.be.a('function')
    first?.()
    expect(await third).to.be.a('function')
  })

  it('are others for the operations of the platform', async () => {
    const turns = new CallerTurns({ ...endless, atOnce: 1 })
    const end = begin(turns, 'ada')
    const waiting = turns.begin('grace', 'plugins')
    expect(waiting).to.be.instanceOf(Promise)
    expect(turns.begin('grace', 'platform')).to.be.a('function')
    end()
    await waiting
  })

  it('end by themselves, so that requests which wait for something else keep nobody waiting', async () => {
    const turns = new CallerTurns({ atOnce: 1, longest: 20 })
    begin(turns, 'ada')
    expect(await turns.begin('ada', 'plugins')).to.be.a('function')
  })

  it('end once, however often that is said', async () => {
    const turns = new CallerTurns({ ...endless, atOnce: 2 })
    const end = begin(turns, 'ada')
    const endOfGrace = begin(turns, 'grace')
    end()
    end()
    const endOfLinus = begin(turns, 'linus')
    const waiting = turns.begin('grace', 'plugins')
    expect(waiting).to.be.instanceOf(Promise)
    endOfLinus()
    endOfGrace()
    await waiting
  })

  it('are refused at once if too many of the caller wait, and after a while', async () => {
    const turns = new CallerTurns({ ...endless, atOnce: 1, mostWaiting: 1, wait: 30 })
    begin(turns, 'ada')
    const waiting = rejection(Promise.resolve(turns.begin('ada', 'plugins')))
    const error = await rejection(Promise.resolve(turns.begin('ada', 'plugins')))
    expect(error).to.include({ code: 'too_many_requests', status: 429 })
    expect(error.message).to.match(/of \[ada\] was not begun; nothing was changed\. Wait 1 s/)
    expect(await waiting).to.include({ code: 'too_many_requests' })
  })
})
