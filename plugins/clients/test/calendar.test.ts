import { expect } from 'chai'
import { addMonths, createCalendar } from '../src/calendar.ts'

describe('A day', () => {
  const begins: [string, string, string, string][] = [
    ['at midnight', 'Europe/Berlin', '2026-07-01', '2026-06-30T22:00:00.000Z'],
    ['on the day when the clocks go forward', 'Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['on the day after', 'Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['on the day when they go back', 'Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['when the clocks skip midnight', 'America/Santiago', '2025-09-07', '2025-09-07T04:00:00.000Z'],
    ['for the first time where midnight comes twice', 'America/Havana', '2025-11-02', '2025-11-02T04:00:00.000Z'],
    ['half an hour aside', 'Australia/Adelaide', '2026-01-01', '2025-12-31T13:30:00.000Z'],
  ]
  for (const [when, zone, date, instant] of begins) {
    it(`begins ${when} (${zone})`, () => {
      const calendar = createCalendar(zone)
      expect(calendar.startOf(date).toISOString()).to.equal(instant)
      expect(calendar.dateAt(new Date(instant))).to.equal(date)
      expect(calendar.dateAt(new Date(Date.parse(instant) - 1)) < date).to.equal(true)
    })
  }

  it('is of a zone that somebody knows', () => expect(() => createCalendar('Mars/Base')).to.throw(RangeError))

  it('some months later is the last of a month that is shorter', () => {
    const later = ['2027-01-31', '2028-01-31', '2026-11-30', '2024-02-29'].map((date) => addMonths(date, 1))
    expect(later).to.deep.equal(['2027-02-28', '2028-02-29', '2026-12-30', '2024-03-29'])
    expect(addMonths('2024-02-29', 12)).to.equal('2025-02-28')
    expect(addMonths('2026-12-31', 2)).to.equal('2027-02-28')
  })
})
