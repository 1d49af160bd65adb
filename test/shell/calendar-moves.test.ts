import type { CalendarWidget } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { ApiProblem, foreignProblem } from '../../host/shell/src/api/api-problem.ts'
import { calendarEntries, gridLines } from '../../host/shell/src/calendar/calendar-entries.ts'
import { createQuery, placeAt, placeChanges, hasSamePlace } from '../../host/shell/src/calendar/entry-place.ts'
import { refusalText } from '../../host/shell/src/calendar/entry-words.ts'

const widget: CalendarWidget = {
  kind: 'calendar',
  id: 'agenda-1',
  title: 'Visits',
  list_path: '/api/v1/practice/visits',
  starts: 'starts_at',
  ends: 'ends_at',
  entry_title: { name: 'subject', label: 'Subject' },
  resource: { name: 'room_id', label: 'Room' },
  move: { path: '/api/v1/practice/visits/{id}', step: 15, when: { field: 'status', schema: { const: 'planned' } } },
}
const instant = (hour: number, minute = 0) => new Date(2026, 10, 20, hour, minute).toISOString()
const record = { id: 7, subject: 'Choir', room_id: 2, status: 'planned', starts_at: instant(9), ends_at: instant(10) }
const entries = (...records: { id: number; [name: string]: unknown }[]) =>
  calendarEntries(widget, records, {
    first: '2026-11-20',
    last: '2026-11-20',
    textOf: ({ name }, { [name]: value }) => String(value),
  })
const [choir] = entries(record)
if (choir === undefined) throw new Error('There is no entry.')

describe('moving entries', () => {
  it('keeps their duration and sends only the changes', () => {
    const place = placeAt(choir, '2026-11-20 14:15:00')
    expect(place && placeChanges(widget, choir, place)).to.deep.equal({
      starts_at: instant(14, 15),
      ends_at: instant(15, 15),
    })
    expect(placeChanges(widget, choir, { ...choir, resource: 3 })).to.deep.equal({ room_id: 3 })
    expect(placeChanges(widget, choir, { ...choir, resource: 2 })).to.deep.equal({})
    expect(placeAt(choir, '2026-11-20 09:00:00')).to.deep.equal({ start: choir.start, end: choir.end })
    expect([placeAt(choir, ' 09:00:00'), placeAt(choir, '2026-02-30 09:00:00')]).to.deep.equal([null, null])
  })

  it('leaves out an end that the record does not have', () => {
    const [open] = entries({ id: 8, room_id: 2, starts_at: instant(9), ends_at: null })
    const place = open && placeAt(open, '2026-11-20 10:00:00')
    expect(open && place && placeChanges(widget, open, place)).to.deep.equal({ starts_at: instant(10) })
  })

  it('compares the place that the person saw, and the field that permits moving', () => {
    expect(hasSamePlace(widget, record, { ...record, subject: 'Chess' })).to.equal(true)
    for (const change of [{ room_id: 3 }, { ends_at: instant(11) }, { status: 'over' }])
      expect(hasSamePlace(widget, record, { ...record, ...change })).to.equal(false)
  })

  it('has a row for each choice, for other resources with entries, and for entries without one', () => {
    const options = [
      { value: 3, label: 'Blue' },
      { value: 2, label: 'Green' },
    ]
    const more = entries(record, { ...record, id: 8, room_id: 9 }, { ...record, id: 9, room_id: null })
    expect(gridLines(options, more).map(({ id, label }) => [id, label])).to.deep.equal([
      ['3', 'Blue'],
      ['2', 'Green'],
      ['9', '9'],
      ['', '–'],
    ])
    expect(gridLines(undefined, [])).to.deep.equal([])
  })

  it('shows each reason of the host once', () => {
    const details = ['Too late', 'Too late', 'No room'].map((message) => ({ pointer: '', keyword: '', message }))
    const problem = { ...foreignProblem(422, 'validation_failed', 'Not valid'), details }
    expect(refusalText(new ApiProblem(problem))).to.equal('Too late. No room.')
    expect(refusalText(new ApiProblem(foreignProblem(409, 'room_taken', 'Taken.')))).to.equal('Taken.')
    expect(refusalText(new ApiProblem(foreignProblem(412, 'version_mismatch', '')))).to.include('Somebody else')
  })

  it('starts a new record with the time, and with the resource if it is known', () => {
    const at = encodeURIComponent(instant(9, 30))
    const time = '2026-11-20 09:30:00'
    expect(createQuery(widget, { time })).to.equal(`starts_at=${at}`)
    expect(createQuery(widget, { time, taken: 3 })).to.equal(`starts_at=${at}&room_id=3`)
    const filters = { room_id: ['4'], service_id: ['5', '6'] }
    expect(createQuery(widget, { time, filters })).to.equal(`starts_at=${at}&room_id=4`)
    expect(createQuery(widget, { time, taken: 3, filters })).to.equal(`starts_at=${at}&room_id=3`)
  })
})
