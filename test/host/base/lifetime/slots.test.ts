import { expect } from 'chai'
import { SharedRuns, Slots } from '../../../../host/base/lifetime/index.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { until } from '../../../helpers/until.ts'

describe('slots', () => {
  it('run as many tasks at once as there are slots, the others in the order in which they came', async () => {
    const slots = new Slots(2)
    const begun: number[] = []
    const ends: (() => void)[] = []
    const task = (number: number) => () => {
      begun.push(number)
      return new Promise<void>((resolve) => ends.push(resolve))
    }
    const all = Promise.all([1, 2, 3, 4].map((number) => slots.run(task(number))))
    expect(begun).to.deep.equal([1, 2])
    for (const expected of [
      [1, 2, 3],
      [1, 2, 3, 4],
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ]) {
      ends.shift()?.()
      await new Promise(setImmediate)
      expect(begun).to.deep.equal(expected)
    }
    await all
  })

  it('are free again after a task that fails, whose error the caller gets', async () => {
    const slots = new Slots(1)
    const failed = rejection(slots.run(() => Promise.reject(new Error('no'))))
    expect(await slots.run(() => Promise.resolve('next'))).to.equal('next')
    expect((await failed).message).to.equal('no')
  })
})

describe('SharedRuns', () => {
  /** Tasks that end when they are told to. */
  const controlled = () => {
    const begun: { end: (value: number) => void; fail: (error: Error) => void }[] = []
    const task = () => new Promise<number>((end, fail) => void begun.push({ end, fail }))
    return { begun, task }
  }

  it('run a task once for all who ask before it begins, one run after the other', async () => {
    const { begun, task } = controlled()
    const runs = new SharedRuns<number>()
    const [first, second, third] = [runs.run('a', task), runs.run('a', task), runs.run('a', task)]
    expect(begun).to.have.length(1)
    begun[0]?.end(1)
    expect(await first).to.equal(1)
    await until('the second run', () => begun.length > 1)
    begun[1]?.end(2)
    expect(await Promise.all([second, third])).to.deep.equal([2, 2])
    expect(begun).to.have.length(2)
    void runs.run('a', task)
    expect(begun).to.have.length(3)
  })

  it('run different tasks at the same time, and the next one after a failure', async () => {
    const { begun, task } = controlled()
    const runs = new SharedRuns<number>()
    const [first, next] = [runs.run('a', task), runs.run('a', task)]
    void runs.run('b', task)
    expect(begun).to.have.length(2)
    begun[0]?.fail(new Error('no'))
    expect(await rejection(first)).to.have.property('message', 'no')
    await until('the next run', () => begun.length > 2)
    begun[2]?.end(3)
    expect(await next).to.equal(3)
  })
})
