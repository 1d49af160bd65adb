import { expect } from 'chai'
import { dayOf, startOfDay, startOfWeek } from '../../host/shell/src/values/calendar-day.ts'
import { entryTimes, zoneName } from '../../host/shell/src/calendar/entry-words.ts'
import { formatInstant, formatSince, readDate, toInstant, toLocalTime } from '../../host/shell/src/values/dates.ts'
import { formatMoney } from '../../host/shell/src/values/money.ts'
import { applyFormats, formatCount, formatLocal, personZone } from '../../host/shell/src/values/person-formats.ts'

const INSTANT = new Date('2026-03-01T20:30:00.000Z')

describe('the formats of a person', () => {
  afterEach(() => applyFormats({}))

  it('are those of the browser without a choice', () => {
    const { timeZone, locale } = new Intl.DateTimeFormat().resolvedOptions()
    expect(personZone()).to.equal(timeZone)
    expect(formatCount(12_345)).to.equal(new Intl.NumberFormat(locale).format(12_345))
  })

  it('write instants, numbers and relative times in the chosen language and zone', () => {
    applyFormats({ locale: 'de-AT', time_zone: 'Pacific/Auckland' })
    const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Pacific/Auckland' } as const
    expect(formatInstant(INSTANT)).to.equal(new Intl.DateTimeFormat('de-AT', options).format(INSTANT))
    expect(formatInstant(INSTANT)).to.include('09:30')
    expect(formatMoney(123_450, 'EUR')).to.equal(
      new Intl.NumberFormat('de-AT', { style: 'currency', currency: 'EUR' }).format(1234.5),
    )
    expect(formatSince(INSTANT, new Date(INSTANT.getTime() + 86_400_000))).to.equal('gestern')
    expect(formatLocal('2026-03-02', { weekday: 'long' })).to.equal('Montag')
  })

  it('decide which day an instant belongs to, and when a day begins', () => {
    applyFormats({ time_zone: 'Pacific/Auckland' })
    expect(dayOf(INSTANT)).to.equal('2026-03-02')
    expect(startOfDay('2026-03-02').toISOString()).to.equal('2026-03-01T11:00:00.000Z')
    expect(readDate('2026-03-02')?.toISOString()).to.equal('2026-03-01T11:00:00.000Z')
    expect(zoneName(INSTANT)).to.include('Pacific/Auckland')
    expect(entryTimes({ start: INSTANT, end: new Date(INSTANT.getTime() + 1_800_000) })).to.include('9:30')
  })

  it('read what is entered in the chosen zone, also when clocks change there', () => {
    applyFormats({ time_zone: 'Europe/Vienna' })
    expect(toInstant('2026-07-01 10:00:00')).to.equal('2026-07-01T08:00:00.000Z')
    expect(toLocalTime('2026-07-01T08:00:00.000Z')).to.equal('2026-07-01 10:00:00')
    expect(toInstant('2026-10-25 02:30:00'), 'the first of two').to.equal('2026-10-25T00:30:00.000Z')
    expect(toInstant('2026-03-29 02:30:00'), 'skipped').to.equal('2026-03-29T01:30:00.000Z')
    expect(startOfDay('2026-03-29', { plus: 1 }).getTime() - startOfDay('2026-03-29').getTime()).to.equal(
      23 * 3_600_000,
    )
    applyFormats({ time_zone: 'Pacific/Chatham' })
    expect(toInstant('2026-07-01 00:00:00')).to.equal('2026-06-30T11:15:00.000Z')
  })

  it('include the clock, the length of dates and the first day of the week', () => {
    applyFormats({
      locale: 'en-US',
      time_zone: 'UTC',
      formats: { hour_cycle: 'h23', date_style: 'long', first_day: 7 },
    })
    expect(formatInstant(INSTANT)).to.equal('March 1, 2026 at 20:30')
    expect(startOfWeek('2026-03-04')).to.equal('2026-03-01')
  })
})
