import { expect } from 'chai'
import { Slots } from '../../../../host/base/lifetime/index.ts'
import { rejection } from '../../../helpers/rejection.ts'

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
