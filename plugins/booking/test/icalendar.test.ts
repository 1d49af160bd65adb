import { expect } from 'chai'
import ICAL from 'ical.js'
import { bookingEvent, calendarParts } from '../src/icalendar.ts'

describe('The text of a calendar', () => {
  it('is valid although it is produced in parts', () => {
    const at = '2027-01-04T10:00:00.000Z'
    const booking = { status: 'confirmed', starts_at: at, ends_at: at, created_at: at, version: 1 } as const
    const events = Array.from({ length: 120 }, (_, id) => bookingEvent({ ...booking, id }, { summary: `Nr. ${id}` }))
    const parts = [...calendarParts('Ada', events)]
    expect(parts.length).to.be.above(3)
    const calendar = ICAL.Component.fromString(parts.join(''))
    const summaries = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event).summary)
    expect(summaries).to.deep.equal(events.map(({ summary }) => summary))
  })

  it('is valid without events', () => {
    const calendar = ICAL.Component.fromString([...calendarParts('Ada', [])].join(''))
    expect(calendar.getAllSubcomponents()).to.deep.equal([])
    expect(calendar.getFirstPropertyValue('x-wr-calname')).to.equal('Ada')
  })
})
