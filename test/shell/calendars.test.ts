import type { CalendarWidget } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { withQuery } from '../../host/shell/src/api/paths.ts'
import { closedTimes } from '../../host/shell/src/calendar/working-times.ts'
import { addDays, addMonths, dayOf, startOfDay, startOfWeek } from '../../host/shell/src/values/calendar-day.ts'
import { calendarEntries } from '../../host/shell/src/calendar/calendar-entries.ts'
import {
  CALENDAR_VIEWS,
  calendarQuery,
  firstDay,
  readCalendarState,
  writeCalendarState,
  writeFilters,
  stepDay,
  visibleRange,
} from '../../host/shell/src/calendar/calendar-state.ts'
import type { CalendarState } from '../../host/shell/src/calendar/calendar-state.ts'

const widget: CalendarWidget = {
  kind: 'calendar',
  id: 'agenda-1',
  title: 'Visits',
  list_path: '/api/v1/practice/visits',
  starts: 'starts_at',
  ends: 'ends_at',
  entry_title: { name: 'subject', label: 'Subject' },
  color_by: {
    name: 'status',
    colors: { confirmed: 'green' },
    options: [{ value: 'confirmed', label: 'Confirmed' }],
  },
}
const defaults: CalendarState = { view: 'week', day: '2026-11-20' }
const local = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).toISOString()

describe('calendars', () => {
  it('count days and not hours, across days of 23 and 25 hours', () => {
    let day = '2026-01-01'
    for (let count = 0; count < 365; count += 1) day = addDays(day, 1)
    expect(day).to.equal('2027-01-01')
    expect([addDays('2026-03-01', -1), addMonths('2027-01-31', 1), addMonths('2026-01-15', -1)]).to.deep.equal([
      '2026-02-28',
      '2027-02-28',
      '2025-12-15',
    ])
    expect(['2026-11-15', '2026-11-16', '2026-11-22'].map(startOfWeek)).to.deep.equal([
      '2026-11-09',
      '2026-11-16',
      '2026-11-16',
    ])
    expect(dayOf(startOfDay('2026-11-20'))).to.equal('2026-11-20')
  })

  it('show a day, a week from Monday, a month in whole weeks, or a list of the days to come', () => {
    const range = (view: CalendarState['view'], day = '2026-11-20') => visibleRange({ view, day })
    expect(range('day')).to.deep.equal({ first: '2026-11-20', last: '2026-11-20' })
    expect(range('week')).to.deep.equal({ first: '2026-11-16', last: '2026-11-22' })
    expect(range('list')).to.deep.equal({ first: '2026-11-20', last: '2026-11-26' })
    expect(range('month')).to.deep.equal({ first: '2026-10-26', last: '2026-12-06' })
    expect(range('month', '2027-02-10')).to.deep.equal({ first: '2027-02-01', last: '2027-02-28' })
  })

  it('begin a new record on the first day that they show, in a month on the first of it', () => {
    const first = (view: CalendarState['view']) => firstDay({ view, day: '2026-11-20' })
    expect(CALENDAR_VIEWS.map(first)).to.deep.equal([
      ...['2026-11-20', '2026-11-20', '2026-11-16', '2026-11-01', '2026-11-20'],
    ])
  })

  it('step by the period that they show', () => {
    const steps = (['day', 'week', 'month', 'list'] as const).map((view) => stepDay({ view, day: '2026-11-30' }, -1))
    expect(steps).to.deep.equal(['2026-11-29', '2026-11-23', '2026-10-30', '2026-11-23'])
    expect(stepDay({ view: 'month', day: '2027-01-31' }, 1)).to.equal('2027-02-28')
  })

  it('are kept in the address without defaults, and leave parameters of others alone', () => {
    const params = new URLSearchParams('status=draft&agenda-2._view=month')
    const state: CalendarState = { view: 'month', day: '2026-12-24' }
    const written = writeCalendarState(params, { state, defaults })
    expect(written.toString()).to.equal('status=draft&agenda-2._view=month&_view=month&_date=2026-12-24')
    expect(readCalendarState(written, defaults)).to.deep.equal(state)
    expect(readCalendarState(written, defaults, 'agenda-2.')).to.deep.equal({ view: 'month', day: '2026-11-20' })
    expect(writeCalendarState(written, { state: defaults, defaults }).toString()).to.equal(params.toString())
  })

  it('are opened at an hour that their address names', () => {
    const state: CalendarState = { view: 'day', day: '2026-12-24', hour: 0 }
    const written = writeCalendarState(new URLSearchParams(), { state, defaults })
    expect([String(written), readCalendarState(written, defaults)]).to.deep.equal([
      '_view=day&_date=2026-12-24&_hour=0',
      state,
    ])
    for (const hour of ['24', '-1', '7.5', ''])
      expect(readCalendarState(new URLSearchParams({ _hour: hour }), defaults)).to.deep.equal(defaults)
  })

  it('keep their filters in the address, and query by them', () => {
    const offered = [{ kind: 'ternary', name: 'is_first', label: 'First' } as const]
    const params = new URLSearchParams('_view=month&is_first=false&status=draft')
    const filters = { is_first: ['true'] }
    expect(String(writeFilters(params, offered, { filters }))).to.equal('_view=month&status=draft&is_first=true')
    expect(String(writeFilters(params, offered, { filters, prefix: 'b.' }))).to.equal(
      `${String(params)}&b.is_first=true`,
    )
    expect(calendarQuery(widget, { first: '2026-11-16', last: '2026-11-22', filters })).to.match(/&is_first=true$/)
  })

  it('are closed on each day between and around the times in which somebody works', () => {
    const working = [
      { resource: 1, starts: local(16, 13), ends: local(16, 17) },
      { resource: 1, starts: local(16, 8), ends: local(16, 12) },
      { resource: 2, starts: local(16, 16), ends: local(17, 2) },
    ]
    const closed = closedTimes(working, { first: '2026-11-16', last: '2026-11-17' })
    expect(closed.map(({ start, end }) => [start.toISOString(), end.toISOString()])).to.deep.equal([
      [local(16, 0), local(16, 8)],
      [local(16, 12), local(16, 13)],
      [local(17, 2), local(18, 0)],
    ])
    expect(closedTimes([], { first: '2026-11-16', last: '2026-11-16' })).to.have.length(1)
  })

  it('ignore invalid parts of an address', () => {
    for (const text of ['_view=year&_date=tomorrow', '_date=2026-02-30', '_view=&_date='])
      expect(readCalendarState(new URLSearchParams(text), defaults)).to.deep.equal(defaults)
  })

  it('query entries that start in the range or the day before, earliest first', () => {
    const query = new URLSearchParams(calendarQuery(widget, { first: '2026-11-16', last: '2026-11-22' }))
    expect(Object.fromEntries(query)).to.deep.equal({
      starts_at_gte: new Date(2026, 10, 15).toISOString(),
      starts_at_lte: new Date(2026, 10, 22, 23, 59, 59, 999).toISOString(),
      _sort: 'starts_at',
      _order: 'ASC',
    })
    expect(withQuery('/visits?client_id=7', '_start=0')).to.equal('/visits?client_id=7&_start=0')
    expect([withQuery('/visits', 'a=1'), withQuery('/visits', '')]).to.deep.equal(['/visits?a=1', '/visits'])
  })

  it('leave out records that end before the first day or have no start', () => {
    const records = [
      { id: 1, subject: 'Over', starts_at: local(15, 9), ends_at: local(15, 10) },
      { id: 2, subject: 'Into Monday', starts_at: local(15, 23), ends_at: local(16, 1), status: 'confirmed' },
      { id: 3, starts_at: local(16, 9), ends_at: null, status: 'odd' },
      { id: 4, subject: 'Never', starts_at: null, ends_at: null },
    ]
    const entries = calendarEntries(widget, records, {
      first: '2026-11-16',
      last: '2026-11-22',
      textOf: ({ name }, record) => (record[name] as string | undefined) ?? '',
    })
    expect(entries.map(({ title, state, color }) => [title, state, color])).to.deep.equal([
      ['Into Monday', 'Confirmed', 'green'],
      ['3', 'odd', 'gray'],
    ])
    expect(entries[1]?.end.toISOString()).to.equal(local(16, 9, 30))
  })
})
