import { expect } from 'chai'
import { readTypedTime, timeProblem } from '../../host/shell/src/values/typed-time.ts'

describe('A typed time', () => {
  const times: [string, string | undefined][] = [
    ['9', '09:00'],
    ['09:30', '09:30'],
    ['930', '09:30'],
    ['0930', '09:30'],
    ['1730', '17:30'],
    [' 9.30 ', '09:30'],
    ['9h15', '09:15'],
    ['5 pm', '17:00'],
    ['5:15PM', '17:15'],
    ['5p', '17:00'],
    ['5 p.m.', '17:00'],
    ['12 am', '00:00'],
    ['12 pm', '12:00'],
    ['0', '00:00'],
    ['24', '24:00'],
    ['24:00', '24:00'],
    ['24:01', undefined],
    ['25', undefined],
    ['9:60', undefined],
    ['9:5', undefined],
    ['13 pm', undefined],
    ['0 am', undefined],
    ['9 m', undefined],
    ['noon', undefined],
    ['', undefined],
  ]
  for (const [typed, time] of times) {
    it(`[${typed}] is ${time ?? 'none'}`, () => {
      expect(readTypedTime(typed)).to.equal(time)
    })
  }

  it('that is none says how to enter one', () => {
    expect(timeProblem('noon')).to.equal('“noon” is not a time. Enter it as 09:30.')
    for (const value of ['', '9', undefined, 7]) expect(timeProblem(value)).to.equal(undefined)
  })
})
