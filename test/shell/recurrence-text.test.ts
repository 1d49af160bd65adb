import { expect } from 'chai'
import { textInWords } from '../../host/shell/src/values/record-title.ts'
import { recurrenceText } from '../../host/shell/src/values/recurrence-text.ts'

describe('recurrences', () => {
  it('are read only if the schema has their format', () => {
    expect(textInWords('FREQ=DAILY', 'rrule')).to.equal('Every day')
    for (const format of [undefined, 'email', 'date'])
      expect(textInWords('FREQ=DAILY', format), format).to.equal(undefined)
    expect([textInWords('Every Monday', 'rrule'), textInWords(7, 'rrule')]).to.deep.equal([undefined, undefined])
  })

  const said: [string, string | undefined][] = [
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every Mon – Fri'],
    ['RRULE:FREQ=WEEKLY;BYDAY=WE,MO', 'Every Mon, Wed'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SA', 'Every 2 weeks on Sat'],
    ['FREQ=WEEKLY;COUNT=10', 'Every week, 10 times'],
    ['FREQ=DAILY;UNTIL=20270105T090000Z', 'Every day, until Jan 5, 2027'],
    ['FREQ=MONTHLY;BYDAY=1SU', 'Every month on the first Sun'],
    ['FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR;COUNT=1', 'Every 3 months on the last Fri, once'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,15', 'Every month on day 1, 15'],
    ['FREQ=WEEKLY;BYDAY=XX', undefined],
    ['FREQ=MONTHLY;BYDAY=9SU', undefined],
    ['FREQ=WEEKLY;WKST=SU', undefined],
    ['FREQ=SECONDLY', undefined],
    ['Every Monday', undefined],
  ]
  for (const [rule, text] of said)
    it(`${rule} is ${text === undefined ? 'left as it is' : `shown as “${text}”`}`, () => {
      expect(recurrenceText(rule)).to.equal(text)
    })
})
