import { expect } from 'chai'
import { addMonths, createCalendar } from '../src/calendar.ts'

describe('The calendar', () => {
  const begins: [string, string, string, string][] = [
    ['at midnight', 'Europe/Berlin', '2026-07-01', '2026-06-30T22:00:00.000Z'],
    [
      'at midnight, when the clocks go forward later that day',
      'Europe/Berlin',
      '2026-03-29',
      '2026-03-28T23:00:00.000Z',
    ],
    ['at midnight on the day after', 'Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['at midnight, when the clocks go back later that day', 'Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['at one o’clock, when the clocks skip midnight', 'America/Santiago', '2025-09-07', '2025-09-07T04:00:00.000Z'],
    ['at the first midnight, when there are two', 'America/Havana', '2025-11-02', '2025-11-02T04:00:00.000Z'],
    [
      'at midnight in a zone with an offset of half an hour',
      'Australia/Adelaide',
      '2026-01-01',
      '2025-12-31T13:30:00.000Z',
    ],
  ]
  for (const [when, zone, date, instant] of begins) {
    it(`begins a day ${when} (${zone})`, () => {
      const calendar = createCalendar(zone)
      expect(calendar.startOf(date).toISOString()).to.equal(instant)
      expect(calendar.dateAt(new Date(instant))).to.equal(date)
      expect(calendar.dateAt(new Date(Date.parse(instant) - 1)) < date).to.equal(true)
    })
  }

  it('refuses an unknown zone', () => expect(() => createCalendar('Mars/Base')).to.throw(RangeError))

  it('adds months, and takes the last day of a shorter month', () => {
    const later = ['2027-01-31', '2028-01-31', '2026-11-30', '2024-02-29'].map((date) => addMonths(date, 1))
    expect(later).to.deep.equal(['2027-02-28', '2028-02-29', '2026-12-30', '2024-03-29'])
    expect(addMonths('2024-02-29', 12)).to.equal('2025-02-28')
    expect(addMonths('2026-12-31', 2)).to.equal('2027-02-28')
  })
})
