import { expect } from 'chai'
import type { Recurrence } from '../../host/shell/src/values/recurrence-rule.ts'
import { readRecurrence, writeRecurrence } from '../../host/shell/src/values/recurrence-rule.ts'

const rule = (unit: Recurrence['unit'], more: Partial<Recurrence> = {}): Recurrence => ({
  ...{ unit, every: 1, days: [], month_day: undefined, end: undefined },
  ...more,
})

describe('A recurrence rule that people choose', () => {
  const rules: [string, Recurrence][] = [
    ['FREQ=DAILY', rule('daily')],
    ['FREQ=DAILY;INTERVAL=3;COUNT=5', rule('daily', { every: 3, end: { count: 5 } })],
    ['FREQ=WEEKLY;BYDAY=MO,WE', rule('weekly', { days: ['MO', 'WE'] })],
    ['FREQ=WEEKLY;UNTIL=20271231', rule('weekly', { end: { until: '2027-12-31' } })],
    ['FREQ=MONTHLY;BYMONTHDAY=31', rule('monthly', { month_day: { day: 31 } })],
    ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=2', rule('monthly', { month_day: { nth: -1, weekday: 'FR' }, end: { count: 2 } })],
    ['FREQ=YEARLY', rule('yearly')],
  ]
  for (const [text, parts] of rules) {
    it(`is read and written: ${text}`, () => {
      expect(readRecurrence(text)).to.deep.equal(parts)
      expect(writeRecurrence(parts)).to.equal(text)
    })
  }

  it('is read in any order of its parts and days', () => {
    expect(readRecurrence('BYDAY=WE,MO;INTERVAL=1;FREQ=WEEKLY')).to.deep.equal(rule('weekly', { days: ['MO', 'WE'] }))
  })

  const others = [
    ...['', 'every Monday', 'FREQ=SECONDLY', 'FREQ=WEEKLY;WKST=SU', 'FREQ=WEEKLY;BYDAY=1MO', 'FREQ=WEEKLY;BYDAY=XX'],
    ...['FREQ=DAILY;BYDAY=MO', 'FREQ=MONTHLY;BYMONTHDAY=1,15', 'FREQ=MONTHLY;BYDAY=5MO', 'FREQ=MONTHLY;BYDAY=MO'],
    ...['FREQ=YEARLY;BYMONTH=3', 'FREQ=DAILY;UNTIL=20271231T120000Z', 'FREQ=DAILY;COUNT=0', 'FREQ=DAILY;INTERVAL=0'],
    ...['RRULE:FREQ=DAILY', 'FREQ=DAILY;INTERVAL=x', 'FREQ=DAILY;FREQ=WEEKLY', 'FREQ=DAILY;COUNT=2;UNTIL=20271231'],
  ]
  for (const text of others) {
    it(`is left as it is with parts that cannot be chosen: [${text}]`, () => {
      expect(readRecurrence(text)).to.equal(undefined)
    })
  }
})
