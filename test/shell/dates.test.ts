import { expect } from 'chai'
import { toInstant, toLocalTime, formatSince, readDate } from '../../host/shell/src/values/dates.ts'

describe('days and instants', () => {
  it('reads a calendar day in the person’s time zone, not in UTC', () => {
    expect(readDate('2026-03-01')?.getDate()).to.equal(1)
    expect(readDate('2026-03-01T10:00:00Z')?.toISOString()).to.equal('2026-03-01T10:00:00.000Z')
  })

  it('reads null from anything but a date', () => {
    for (const value of ['', 'soon', null, undefined, {}, true]) expect(readDate(value)).to.be.null
  })

  it('converts an instant to local time and back to UTC', () => {
    const instant = '2026-07-01T12:34:56.000Z'
    expect(toInstant(toLocalTime(instant))).to.equal(instant)
    expect(toLocalTime(new Date(2026, 0, 2, 3, 4, 5).toISOString())).to.equal('2026-01-02 03:04:05')
  })

  it('has no instant for missing or invalid input', () => {
    expect([toInstant(null), toInstant(''), toInstant('soon')]).to.deep.equal([undefined, undefined, undefined])
    expect([toLocalTime(null), toLocalTime(undefined), toLocalTime('soon')]).to.deep.equal([null, null, null])
  })

  it('shows the time since an instant in the largest unit that fits', () => {
    const now = new Date('2026-03-10T12:00:00Z')
    const words = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
    for (const [instant, count, unit] of [
      ['2026-03-10T11:59:40Z', 0, 'second'],
      ['2026-03-10T11:58:00Z', -2, 'minute'],
      ['2026-03-10T09:00:00Z', -3, 'hour'],
      ['2026-03-09T09:00:00Z', -1, 'day'],
      ['2026-03-12T13:00:00Z', 2, 'day'],
      ['2026-02-20T12:00:00Z', -2, 'week'],
      ['2023-03-01T13:00:00Z', -3, 'year'],
    ] as const) {
      expect(formatSince(new Date(instant), now), instant).to.equal(words.format(count, unit))
    }
  })
})
